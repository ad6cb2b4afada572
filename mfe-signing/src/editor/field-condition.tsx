import { t } from '@inkproof/texts/text'
import { Field } from '@inkproof/ui/field'
import { Select } from '@inkproof/ui/select'
import { findConditionProblem, isSame, nameChoice, nameControl } from './condition-texts.ts'
import { choicesOf, conditionOf, controlsFor, findControl } from './conditions.ts'
import { setCondition } from './draft.store.ts'
import type { PlacedField } from './draft.ts'

type Props = { field: PlacedField; fields: readonly PlacedField[] }

/** When another person's field is shown: always, or only if they gave an answer elsewhere. */
export function FieldCondition({ field, fields }: Props) {
  const controls = controlsFor(field, fields)
  const condition = conditionOf(field)
  const found = condition && findControl(condition, fields)
  const control = found && controls.includes(found) ? found : undefined
  const problem = findConditionProblem(field, fields)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('Show only if')}
        hint={describe(condition !== undefined, controls.length > 0)}
        error={control === undefined ? problem : undefined}
        className={control === undefined ? 'sm:col-span-2' : ''}
      >
        <Select
          options={[
            { value: ALWAYS, label: t('Always shown') },
            ...controls.map((one) => ({ value: one.id, label: nameControl(one, fields) })),
          ]}
          placeholder={t('Choose')}
          value={condition === undefined ? ALWAYS : (control?.id ?? '')}
          onValueChange={(id) => chooseControl({ field, fields }, id)}
        />
      </Field>
      {condition !== undefined && control !== undefined && (
        <ChoiceSelect field={field} fields={fields} control={control} problem={problem} />
      )}
    </div>
  )
}

/** No ID is a space. */
const ALWAYS = ' '

function describe(isSet: boolean, canBeSet: boolean): string {
  if (isSet) return t('Otherwise it is hidden and stays empty, even if it is required.')
  return canBeSet
    ? t('A checkbox, a single choice or a drop-down list of the same person.')
    : t('First add a checkbox, a single choice or a drop-down list for the same person.')
}

type ChoiceProps = Props & { control: PlacedField; problem: string | null }

function ChoiceSelect({ control, field, fields, problem }: ChoiceProps) {
  const choices = choicesOf(control, fields)
  const condition = conditionOf(field)
  const index = choices.findIndex((choice) => condition !== undefined && isSame(choice, condition))
  return (
    <Field label={t('Has the value')} error={problem}>
      <Select
        options={choices.map((choice, number) => ({
          value: String(number),
          label: nameChoice(choice, control, fields),
        }))}
        placeholder={t('Choose')}
        value={index < 0 ? '' : String(index)}
        onValueChange={(number) => setCondition(field, choices[Number(number)])}
      />
    </Field>
  )
}

/** Depends on the first value of the chosen field; an empty drop-down list has none yet. */
function chooseControl({ field, fields }: Props, id: string): void {
  const control = fields.find((one) => one.id === id)
  const first = control && choicesOf(control, fields)[0]
  setCondition(field, first ?? (control && { field: id, is: 'equals', value: '' }))
}
