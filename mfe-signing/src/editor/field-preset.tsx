import { MAX_TEXT_LENGTH } from '@inkproof/protocol/envelope-fields'
import { SELECTED } from '@inkproof/signing/field-value'
import { t } from '@inkproof/texts/text'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Select } from '@inkproof/ui/select'
import { Switch } from '@inkproof/ui/switch'
import { numberInput } from '../values/decimal.ts'
import { dateInput, textInput } from '../values/input-attributes.ts'
import { answersOf } from './buttons.ts'
import { editQuestion, presetButton } from './draft.store.ts'
import type { PlacedField, PlacedSettings } from './draft.ts'
import { findPresetProblem, isReadOnly, optionsOf, validationOf } from './settings-problem.ts'

type Props = {
  field: PlacedField
  fields: readonly PlacedField[]
  /** Why the text cannot be drawn into the field. */
  drawing: string | null
}

/** What a field of another person contains from the start. */
export function FieldPreset({ drawing, field, fields }: Props) {
  const { settings, type } = field
  const preset = settings?.preset ?? ''
  const problem = findPresetProblem(field, fields)
  const common = { problem, isLocked: isReadOnly(field) }
  switch (type) {
    case 'checkbox':
      return <PresetBox {...common} field={field} />
    case 'radio': {
      const answers = answersOf(field, fields)
      return (
        <PresetSelect
          {...common}
          options={answers.map(({ id }, index) => ({
            value: id,
            label: t('Answer {number} of {count}', { number: index + 1, count: answers.length }),
          }))}
          value={answers.find((answer) => answer.settings?.preset)?.id}
          onChoose={(id) => presetButton(field, id)}
        />
      )
    }
    case 'dropdown':
      return (
        <PresetSelect
          {...common}
          options={[...new Set(optionsOf(field))].map((value) => ({ value, label: value }))}
          value={preset || undefined}
          onChoose={(option) => changePreset(field, option ?? '')}
        />
      )
    default:
      return <PresetText {...common} problem={problem ?? drawing} field={field} />
  }
}

/** `isLocked`: whether the signer cannot change it. */
type ControlProps = { problem: string | null; isLocked: boolean }

function PresetBox({ field, isLocked, problem }: ControlProps & { field: PlacedField }) {
  return (
    <div className="space-y-1.5">
      <Switch
        label={t('Selected by default')}
        hint={isLocked ? undefined : t('The signer can clear the box.')}
        checked={(field.settings?.preset ?? '') !== ''}
        onCheckedChange={(isSelected) => changePreset(field, isSelected ? SELECTED : '')}
      />
      {problem !== null && (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}

type SelectProps = ControlProps & {
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChoose: (value: string | null) => void
}

function PresetSelect({ isLocked, onChoose, options, problem, value = NOTHING }: SelectProps) {
  return (
    <Field
      label={t('Selected by default')}
      hint={isLocked ? undefined : t('The signer can choose something else.')}
      optional={!isLocked}
      error={problem}
    >
      <Select
        options={[{ value: NOTHING, label: t('No selection') }, ...options]}
        value={value}
        onValueChange={(chosen) => onChoose(chosen === NOTHING ? null : chosen)}
      />
    </Field>
  )
}

/** No option and no ID is a space. */
const NOTHING = ' '

function PresetText({ field, isLocked, problem }: ControlProps & { field: PlacedField }) {
  const { settings, type } = field
  const preset = settings?.preset ?? ''
  const change = (text: string) => changePreset(field, text)
  return (
    <Field
      label={t('Default value')}
      hint={isLocked ? undefined : t('Filled in for the signer, who can change it.')}
      optional={!isLocked}
      error={problem}
    >
      <Input
        name="preset"
        {...(type === 'date' ? dateInput(validationOf(field)) : textInput(validationOf(field)))}
        autoComplete="off"
        maxLength={MAX_TEXT_LENGTH}
        value={preset}
        {...(type === 'number' && numberInput(preset, validationOf(field), change))}
        onChange={({ currentTarget: { value } }) => change(value)}
      />
    </Field>
  )
}

function changePreset(field: PlacedField, preset: string): void {
  editQuestion(field, { settings: withPreset(field.settings, preset) })
}

/** Returns settings with another preset; without one if it is empty. */
export function withPreset(
  settings: PlacedSettings | undefined,
  preset: string | undefined,
): PlacedSettings {
  const { preset: _, ...others } = settings ?? {}
  return preset ? { ...others, preset } : others
}
