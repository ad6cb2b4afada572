/** When fields of other people are shown: on which others they can depend, and how the request says so. */
import { SELECTED } from '@inkproof/signing/field-value'
import { isFilledAutomatically } from '../values/filled-automatically.ts'
import { compareInReadingOrder } from '../values/reading-order.ts'
import { answersOf } from './buttons.ts'
import { ME, type PlacedCondition, type PlacedField } from './draft.ts'
import { isReadOnly, isRequired, optionsOf } from './settings-problem.ts'

const CONTROLS: readonly PlacedField['type'][] = ['checkbox', 'radio', 'dropdown']

/** Returns the condition of another person's field; undefined if it is always shown, as a signature is. */
export function conditionOf({
  recipient,
  settings,
  type,
}: Pick<PlacedField, 'recipient' | 'settings' | 'type'>): PlacedCondition | undefined {
  return recipient === ME || type === 'signature' ? undefined : settings?.condition
}

/**
 * Returns all conditions under which a field is shown: its own, and those of the field on which it depends, because a field that
 * depends on a hidden one is hidden, too.
 */
export function conditionsOf(
  field: PlacedField,
  fields: readonly PlacedField[],
): PlacedCondition[] {
  const found = new Map<string, PlacedCondition>()
  let condition = conditionOf(field)
  while (condition !== undefined && !found.has(condition.field)) {
    found.set(condition.field, condition)
    const control = findField(condition.field, fields)
    condition = control && conditionOf(control)
  }
  return [...found.values()]
}

/** Whether a field depends on another one, directly or through others, also while it belongs to somebody else. */
export function dependsOn(
  field: PlacedField,
  other: PlacedField,
  fields: readonly PlacedField[],
): boolean {
  const seen = new Set<string>()
  let id = field.settings?.condition?.field
  while (id !== undefined && !seen.has(id)) {
    seen.add(id)
    const control = findField(id, fields)
    if (control && isSameQuestion(control, other)) return true
    id = control?.settings?.condition?.field
  }
  return false
}

/**
 * Returns the fields on which this one can depend, in reading order: checkboxes, single choices (by their first answer) and
 * drop-down lists of the same person, which that person can change.
 */
export function controlsFor(field: PlacedField, fields: readonly PlacedField[]): PlacedField[] {
  const current = conditionOf(field)
  const chosen = current && findControl(current, fields)
  return questionsOf(field.recipient, fields).filter(
    (control) =>
      !isSameQuestion(control, field) &&
      !dependsOn(control, field, fields) &&
      (control === chosen || !isReadOnly(control)),
  )
}

/** Whether the sender can choose when a field is shown, or has chosen it; a signature and their own fields are always shown. */
export function canHaveCondition(field: PlacedField, fields: readonly PlacedField[]): boolean {
  if (field.recipient === ME || field.type === 'signature') return false
  const isOffered = !isFilledAutomatically(field.type) || controlsFor(field, fields).length > 0
  return isOffered || conditionOf(field) !== undefined
}

/** Returns the fields of a person that others can depend on; of a single choice, the first answer. */
export function questionsOf(recipient: string, fields: readonly PlacedField[]): PlacedField[] {
  return fields
    .filter((field) => field.recipient === recipient && CONTROLS.includes(field.type))
    .filter((field) => field.type !== 'radio' || answersOf(field, fields)[0] === field)
    .toSorted(compareInReadingOrder)
}

/** Returns the conditions that name this control: one for each value that it can have. */
export function choicesOf(control: PlacedField, fields: readonly PlacedField[]): PlacedCondition[] {
  switch (control.type) {
    case 'checkbox':
      // Nobody can sign while a required box is empty.
      return (isRequired(control) ? (['equals'] as const) : (['equals', 'differs'] as const)).map(
        (is) => ({ ...{ field: control.id, is, value: SELECTED } }),
      )
    case 'radio':
      return answersOf(control, fields).map(({ id }) => ({
        ...{ field: id, is: 'equals', value: SELECTED },
      }))
    case 'dropdown':
      return [...new Set(optionsOf(control))].map((value) => ({
        ...{ field: control.id, is: 'equals', value },
      }))
    default:
      return []
  }
}

/** Returns the field that a condition names, of a single choice the first answer; undefined if it was deleted. */
export function findControl(
  { field: id }: PlacedCondition,
  fields: readonly PlacedField[],
): PlacedField | undefined {
  const named = findField(id, fields)
  return named?.type === 'radio' ? answersOf(named, fields)[0] : named
}

/** Returns the fields so that each follows the one on which it depends; otherwise their order stays. */
export function inSendingOrder(fields: readonly PlacedField[]): PlacedField[] {
  const ordered = new Set<PlacedField>()
  const visiting = new Set<PlacedField>()
  for (const field of fields) add(field)
  return [...ordered]

  function add(field: PlacedField): void {
    if (visiting.has(field)) return
    visiting.add(field)
    const condition = conditionOf(field)
    const control = condition && findField(condition.field, fields)
    if (control) add(control)
    ordered.add(field)
  }
}

/** Whether two fields are the same, or answers of the same single choice. */
export function isSameQuestion(a: PlacedField, b: PlacedField): boolean {
  const { group } = a.settings ?? {}
  return a.id === b.id || (group !== undefined && group === b.settings?.group)
}

function findField(id: string, fields: readonly PlacedField[]): PlacedField | undefined {
  return fields.find((field) => field.id === id)
}
