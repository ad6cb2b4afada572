import { MAX_VALUE_LENGTH, type Field as SigningField } from '@inkproof/signing/field'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Checkbox } from '@inkproof/ui/checkbox'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { RadioGroup } from '@inkproof/ui/radio-group'
import { Select } from '@inkproof/ui/select'
import { Textarea } from '@inkproof/ui/textarea'
import { PenLine, Stamp } from 'lucide-react'
import { useRef, useState } from 'react'
import { MARK_NAMES } from '../appearance/mark-names.ts'
import type { FieldValue } from '../editor/draft.ts'
import { nameOfField } from '../signing/field-names.ts'
import { numberInput } from '../values/decimal.ts'
import { describeRules } from '../values/describe-rules.ts'
import { dateInput, textInput } from '../values/input-attributes.ts'
import { AttachmentControl } from './attachment-control.tsx'
import { isFilled, type OwnField } from './own-fields.ts'

/** A text field that is at least this high has several lines, in hundredths of a point. */
const SEVERAL_LINES_FROM = 3_200

type Props = {
  own: OwnField
  onChange: (value: FieldValue | null) => void
  /** Of a radio button: all buttons of its group. */
  alternatives: readonly OwnField[]
  /** Selects one of the alternatives, or none of them. */
  onSelect: (chosen: OwnField | null, alternatives: OwnField[]) => void
  /** Opens the dialog for a signature, initials or a stamp. */
  onSign: () => void
}

/** The control for the chosen field. It has its normal size, unlike the field on a small screen. */
export function FieldEditor(props: Props) {
  const { onChange, onSign, own } = props
  const { field, value } = own
  const label = nameOfField(field)
  switch (field.type) {
    case 'signature':
    case 'initials':
    case 'stamp':
      return (
        <div className="space-y-1.5">
          {field.label !== undefined && (
            <p className="font-medium text-ink text-sm">{field.label}</p>
          )}
          <Button onClick={onSign} className="max-sm:w-full">
            {field.type === 'stamp' ? <Stamp /> : <PenLine />}
            {value ? t('Change') : MARK_NAMES[field.type].ask}
          </Button>
        </div>
      )
    case 'checkbox':
      return (
        <div className="space-y-1.5">
          <Checkbox
            label={field.label ?? t('Selected')}
            hint={describe(own)}
            required={field.required}
            checked={value?.kind === 'checkbox' && value.isSelected}
            onCheckedChange={(isSelected) => onChange({ kind: 'checkbox', isSelected })}
          />
          <Problem text={own.problem} />
        </div>
      )
    case 'attachment':
      return <AttachmentControl own={own} onChange={onChange} />
    case 'radio':
      return <Alternatives {...props} />
    default:
      return (
        <Field
          label={label}
          hint={describe(own)}
          required={field.required}
          optional={!field.required}
          error={own.problem}
        >
          <TextControl own={own} onChange={onChange} />
        </Field>
      )
  }
}

/** Why a control that shows no error itself needs something else. */
function Problem({ text }: { text: string | null }) {
  return (
    <p role="alert" className="text-danger text-sm empty:hidden">
      {text}
    </p>
  )
}

/** Who filled in the field, and what its value must be like; null if there is nothing to say. */
function describe(own: OwnField): string | null {
  const rules = describeRules(own.field)
  if (!isDefault(own)) return rules
  const origin = t('Filled in by the sender. You can change it.')
  return rules === null ? origin : `${origin} ${rules}`
}

/** Whether the field contains what the sender filled in. */
function isDefault(own: OwnField): boolean {
  const { field, value } = own
  if (field.default === undefined) return false
  return value?.kind === 'text' ? value.text === field.default : isFilled(own)
}

function Alternatives({ alternatives, onSelect, own: { field, problem } }: Props) {
  const selected = alternatives.find(isFilled)
  const buttons = [...alternatives]
  const [isCleared, setIsCleared] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  /** The button for it disappears, so the focus moves to the answers. */
  const clear = () => {
    onSelect(null, buttons)
    setIsCleared(true)
    group.current?.querySelector<HTMLElement>('[role="radio"]')?.focus()
  }
  return (
    <div ref={group} className="space-y-2">
      <RadioGroup
        label={
          <>
            {field.label ?? t('Choose one answer')}
            {!field.required && (
              <span className="font-normal text-ink-faint"> · {t('optional')}</span>
            )}
          </>
        }
        options={alternatives.map((button, index) => ({
          value: button.field.id,
          label: t('Answer {number} of {count}', { number: index + 1, count: buttons.length }),
        }))}
        value={selected?.field.id ?? ''}
        onValueChange={(id) =>
          onSelect(buttons.find((button) => button.field.id === id) ?? null, buttons)
        }
      />
      {selected && !field.required && (
        <Button size="sm" variant="ghost" onClick={clear}>
          {t('Clear selection')}
        </Button>
      )}
      <Problem text={problem} />
      <p role="status" className="sr-only">
        {isCleared && !selected && t('No answer is selected.')}
      </p>
    </div>
  )
}

function TextControl({ onChange, own: { field, value } }: Pick<Props, 'own' | 'onChange'>) {
  const text = value?.kind === 'text' ? value.text : ''
  const change = (entered: string) =>
    onChange(entered === '' ? null : { kind: 'text', text: entered })
  const common = {
    value: text,
    autoComplete: field.type === 'company' ? 'organization' : 'off',
    maxLength: field.validation.maxLength ?? MAX_VALUE_LENGTH,
  }
  if (field.type === 'text' && field.rect[3] >= SEVERAL_LINES_FROM)
    return (
      <Textarea
        {...common}
        rows={2}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    )
  if (field.type === 'dropdown')
    return (
      <Select
        placeholder={t('Choose')}
        options={optionsFor(field)}
        value={text}
        onValueChange={(chosen) => change(chosen === NONE ? '' : chosen)}
      />
    )
  if (field.type === 'date')
    return (
      <Input
        {...common}
        {...dateInput(field.validation)}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    )
  return (
    <Input
      {...common}
      {...textInput(field.validation)}
      {...(field.type === 'number' && numberInput(text, field.validation, change))}
      enterKeyHint="next"
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

/** No option is empty. */
const NONE = ' '

/** What can be chosen; also nothing, if the field is not required. */
function optionsFor({ required, validation }: SigningField) {
  const options = (validation.options ?? []).map((option) => ({ value: option, label: option }))
  return required ? options : [...options, { value: NONE, label: t('No selection') }]
}
