/** The conditions of fields in words, and what is wrong with them; the service refuses the same. */
import { MAX_CONDITIONS } from '@inkproof/protocol/envelope-fields'
import { t } from '@inkproof/texts/text'
import { answersOf } from './buttons.ts'
import {
  choicesOf,
  conditionOf,
  conditionsOf,
  dependsOn,
  findControl,
  questionsOf,
} from './conditions.ts'
import type { PlacedCondition, PlacedField } from './draft.ts'
import { nameOf } from './field-label.ts'

/** Returns what to call a field on which others depend; numbered if the page has several of its name for that person. */
export function nameControl(control: PlacedField, fields: readonly PlacedField[]): string {
  const { page, recipient, type } = control
  const name = nameOf(control)
  const same = questionsOf(recipient, fields).filter(
    (field) => field.page === page && field.type === type && nameOf(field) === name,
  )
  const values = { field: name, page }
  if (same.length < 2) return t('{field}, page {page}', values)
  const number = same.indexOf(control) + 1
  return t('{field} {number} of {count}, page {page}', { ...values, number, count: same.length })
}

/** Returns what a condition expects, such as "Selected"; an option as it is. */
export function nameChoice(
  { field, is, value }: PlacedCondition,
  control: PlacedField,
  fields: readonly PlacedField[],
): string {
  if (control.type === 'dropdown') return value
  if (control.type === 'checkbox') return is === 'equals' ? t('Selected') : t('Not selected')
  const answers = answersOf(control, fields)
  const number = answers.findIndex(({ id }) => id === field) + 1
  return t('Answer {number} of {count}', { number, count: answers.length })
}

/** Returns the condition of a field as a sentence; null if it has none. */
export function describeCondition(
  field: PlacedField,
  fields: readonly PlacedField[],
): string | null {
  const condition = conditionOf(field)
  if (condition === undefined) return null
  const control = findControl(condition, fields)
  if (control === undefined || findConditionProblem(field, fields) !== null)
    return t('Its condition must be corrected')
  return t('Shown only if “{field}” is: {value}', {
    field: nameControl(control, fields),
    value: nameChoice(condition, control, fields),
  })
}

/** Returns why a field's condition cannot be used, as a sentence that says what to do; null if it can, or if it has none. */
export function findConditionProblem(
  field: PlacedField,
  fields: readonly PlacedField[],
): string | null {
  const condition = conditionOf(field)
  if (condition === undefined) return null
  const control = findControl(condition, fields)
  if (control === undefined)
    return t('The field that it depends on was deleted. Choose another one, or always show it.')
  if (control.recipient !== field.recipient)
    return t(
      'The field that it depends on belongs to somebody else. Choose another one, or always show it.',
    )
  if (dependsOn(field, field, fields))
    return t('It depends on itself. Choose another field, or always show it.')
  const isPossible = choicesOf(control, fields).some((choice) => isSame(choice, condition))
  if (!isPossible) return describeMissing(condition)
  return conditionsOf(field, fields).length > MAX_CONDITIONS
    ? t('It depends on too many other fields. Choose another one, or always show it.')
    : null
}

function describeMissing({ is, value }: PlacedCondition): string {
  if (is === 'differs')
    return t(
      'The box must be selected before signing, so this is never shown. Choose another value.',
    )
  return value === ''
    ? t('Choose the value for which it is shown.')
    : t('The option “{option}” is no longer in the list. Choose another value.', { option: value })
}

/** Whether two conditions are the same. */
export function isSame(a: PlacedCondition, b: PlacedCondition): boolean {
  return a.field === b.field && a.is === b.is && a.value === b.value
}
