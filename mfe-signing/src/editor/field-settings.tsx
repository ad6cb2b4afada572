import { canHaveDefault } from '@inkproof/signing/field-problem'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { Field } from '@inkproof/ui/field'
import { Switch } from '@inkproof/ui/switch'
import { Textarea } from '@inkproof/ui/textarea'
import { isFilledAutomatically } from '../values/filled-automatically.ts'
import { canHaveCondition } from './conditions.ts'
import { editQuestion, setReadOnly } from './draft.store.ts'
import { type Draft, ME, type PlacedField, type PlacedSettings } from './draft.ts'
import { fieldsOf } from './draft-recipients.ts'
import { configure, useEditorUi } from './editor-ui.store.ts'
import { FieldCondition } from './field-condition.tsx'
import { FieldLabelInput } from './field-label-input.tsx'
import { FieldPreset, withPreset } from './field-preset.tsx'
import { FieldRules } from './field-rules.tsx'
import { describeType } from './field-types.ts'
import { findRuleProblem, isReadOnly, isRequired, optionsOf } from './settings-problem.ts'
import type { Undrawable } from './undrawable-texts.ts'

/** The dialog with the settings of a field. Each change is stored at once. */
export function FieldSettings({ undrawable, ...draft }: Draft & { undrawable: Undrawable }) {
  const { fields } = draft
  const id = useEditorUi(({ configured }) => configured)
  const field = fields.find((one) => one.id === id)
  if (field === undefined) return null
  const { label } = describeType(field.type)
  const drawing = undrawable.get(field.id) ?? null
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && configure(null)}
      title={label}
      size="md"
      footer={
        <Button variant="primary" onClick={() => configure(null)}>
          {t('Done')}
        </Button>
      }
    >
      <div className="space-y-5">
        <FieldLabelInput field={field} />
        {field.type === 'dropdown' && (
          <Options field={field} problem={findRuleProblem(field, fields) ?? drawing} />
        )}
        {field.type !== 'signature' && !isFilledAutomatically(field.type) && (
          <Switch
            label={t('Required')}
            hint={describeRequired(field.type)}
            checked={isRequired(field)}
            disabled={isReadOnly(field)}
            onCheckedChange={(required) => editQuestion(field, { required })}
          />
        )}
        {field.recipient !== ME && canHaveDefault(field.type) && (
          <>
            <FieldPreset field={field} fields={fields} drawing={drawing} />
            <Switch
              label={t('Read-only')}
              hint={t('The signer sees the default and cannot change it.')}
              checked={isReadOnly(field)}
              onCheckedChange={(isOn) => setReadOnly(field, isOn)}
            />
          </>
        )}
        {canHaveCondition(field, fieldsOf(draft)) && (
          <FieldCondition field={field} fields={fieldsOf(draft)} />
        )}
        <FieldRules field={field} problem={findRuleProblem(field, fields)} />
      </div>
    </Dialog>
  )
}

function describeRequired(type: PlacedField['type']): string {
  switch (type) {
    case 'checkbox':
      return t('The box must be selected before the document can be signed.')
    case 'attachment':
      return t('A file must be attached before the document can be signed.')
    case 'radio':
      return t('An answer must be chosen before the document can be signed.')
    default:
      return t('The field must be filled in before the document can be signed.')
  }
}

type OptionsProps = { field: PlacedField; problem: string | null }

function Options({ field, problem }: OptionsProps) {
  const lines = field.settings?.options ?? []
  const isEmpty = optionsOf(field).length === 0
  return (
    <Field
      label={t('Options')}
      hint={t('Enter one option per line. The signer chooses one.')}
      error={isEmpty ? undefined : problem}
    >
      <Textarea
        name="options"
        rows={5}
        value={lines.join('\n')}
        onChange={({ currentTarget: { value } }) => changeOptions(field, value.split('\n'))}
      />
    </Field>
  )
}

/** An option that is no longer offered is not chosen any more, and not the default. */
function changeOptions(field: PlacedField, options: string[]): void {
  const { settings, value } = field
  const changed: PlacedSettings = { ...settings, options }
  const isOffered = (option = '') => optionsOf({ settings: changed }).includes(option)
  editQuestion(field, {
    settings: isOffered(settings?.preset) ? changed : withPreset(changed, undefined),
    value: value?.kind === 'text' && isOffered(value.text) ? value : null,
  })
}
