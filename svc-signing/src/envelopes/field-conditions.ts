/** The conditions under which fields of a request are shown. */
import type { FieldCondition, FieldRequest } from '@inkproof/protocol/envelope-fields'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Condition } from '@inkproof/signing/field'
import { findValueProblem } from '@inkproof/signing/field-value'

/** A request whose fields cannot be used, and where. */
export function refused(path: string, message: string): AppError {
  return new AppError('FIELDS_REFUSED', { issues: [{ path, message }] })
}

/**
 * Checks that each condition names an earlier control of the same recipient and a value that it can have, and that the buttons
 * of a group are shown together.
 *
 * @throws AppError FIELDS_REFUSED
 */
export function checkConditions(fields: readonly FieldRequest[]): void {
  const ofGroup = new Map<string, string>()
  for (const [index, field] of fields.entries()) {
    const { conditions = [], group } = field.settings ?? {}
    const path = `fields.${index}.settings.conditions`
    if (field.type === 'signature' && conditions.length > 0)
      throw refused(path, 'expected no condition of a signature')
    for (const condition of conditions)
      if (!canHold(condition, index, fields)) throw refused(path, EXPECTED)
    if (group === undefined) continue
    const question = `${field.recipient}-${group}`
    const described = JSON.stringify(conditions)
    if ((ofGroup.get(question) ?? described) !== described)
      throw refused(path, 'expected the same conditions of all buttons of a group')
    ofGroup.set(question, described)
  }
}

const EXPECTED =
  'expected the index of an earlier checkbox, radio button or drop-down list of the same recipient that is not of the same group, and a value of it'

const CONTROLS: readonly FieldRequest['type'][] = ['checkbox', 'radio', 'dropdown']

function canHold(
  { field: named, value }: FieldCondition,
  index: number,
  fields: readonly FieldRequest[],
): boolean {
  const [control, field] = [fields[named], fields[index]]
  if (control === undefined || named >= index || !CONTROLS.includes(control.type)) return false
  const { group, validation = {} } = control.settings ?? {}
  const isSameGroup = group !== undefined && group === field?.settings?.group
  const isAllowed = findValueProblem({ type: control.type, validation }, value) === null
  return control.recipient === field?.recipient && !isSameGroup && isAllowed
}

/** Returns the conditions as the envelope has them. @param nameOf returns the ID of the field with this index in the request */
export function nameConditions(
  conditions: readonly FieldCondition[] | undefined,
  nameOf: (index: number) => string,
): Condition[] {
  return (conditions ?? []).map(({ field, ...condition }) => ({
    ...condition,
    field: nameOf(field),
  }))
}
