import { MAX_VALUE_LENGTH } from '@inkproof/signing/field'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Checkbox } from '@inkproof/ui/checkbox'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Textarea } from '@inkproof/ui/textarea'
import { PenLine } from 'lucide-react'
import type { FieldValue } from '../editor/draft.ts'
import { nameOfType } from '../signing/field-names.ts'
import type { OwnField } from './own-fields.ts'

/** A text field that is at least this high has several lines, in hundredths of a point. */
const SEVERAL_LINES_FROM = 3_200

type Props = {
  own: OwnField
  /** Why the value cannot be drawn; null if it can. */
  problem: string | null
  onChange: (value: FieldValue | null) => void
  /** Opens the dialog for a signature or initials. */
  onSign: () => void
}

/** The control for the chosen field. It has its normal size, unlike the field on a small screen. */
export function FieldEditor({ onChange, onSign, own, problem }: Props) {
  const { field, value } = own
  const label = nameOfType(field.type)
  switch (field.type) {
    case 'signature':
    case 'initials':
      return (
        <Button onClick={onSign} className="max-sm:w-full">
          <PenLine />
          {value
            ? t('Change')
            : field.type === 'signature'
              ? t('Add your signature')
              : t('Add your initials')}
        </Button>
      )
    case 'checkbox':
      return (
        <Checkbox
          label={t('Selected')}
          checked={value?.kind === 'checkbox' && value.isSelected}
          onCheckedChange={(isSelected) => onChange({ kind: 'checkbox', isSelected })}
        />
      )
    default: {
      const error = own.problem ?? problem
      return (
        <Field label={label} required={field.required} optional={!field.required} error={error}>
          <TextControl own={own} onChange={onChange} />
        </Field>
      )
    }
  }
}

function TextControl({ onChange, own: { field, value } }: Pick<Props, 'own' | 'onChange'>) {
  const text = value?.kind === 'text' ? value.text : ''
  const change = (entered: string) =>
    onChange(entered === '' ? null : { kind: 'text', text: entered })
  const common = {
    value: text,
    autoComplete: 'off',
    maxLength: field.validation.maxLength ?? MAX_VALUE_LENGTH,
    'data-field-control': field.id,
  }
  if (field.type === 'text' && field.rect[3] >= SEVERAL_LINES_FROM)
    return (
      <Textarea
        {...common}
        rows={2}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    )
  if (field.type === 'date')
    return (
      <Input
        {...common}
        type="date"
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    )
  const isNumber = field.type === 'number'
  return (
    <Input
      {...common}
      inputMode={isNumber ? 'decimal' : undefined}
      enterKeyHint="next"
      // A phone's keyboard for numbers may have only a comma.
      onChange={({ currentTarget }) =>
        change(isNumber ? currentTarget.value.replace(',', '.') : currentTarget.value)
      }
    />
  )
}
