/** Whether the settings of a field fit together. */
import type { Field } from './field.ts'
import { findValueProblem } from './field-value.ts'

/** What of a field its settings are. */
export type FieldProperties = Pick<
  Field,
  'type' | 'required' | 'readOnly' | 'default' | 'validation' | 'group'
>

/**
 * Which settings contradict the type or each other: `group` and `options` are missing or not allowed, or an option occurs twice;
 * `numbers` limit no number, or none can be within them; `length`: no text can have it; `read-only` fields need a default
 * and cannot be required; a field of this type has no default (`no-default`); `default` is not a valid value.
 */
export type FieldProblem =
  | 'group'
  | 'options'
  | 'numbers'
  | 'length'
  | 'read-only'
  | 'no-default'
  | 'default'

/** Returns the first problem of a field's settings; null if there is none. */
export function findFieldProblem(field: FieldProperties): FieldProblem | null {
  const { group, readOnly, required, type, validation } = field
  const { maximum, maxLength, minimum, minLength, options } = validation
  if ((type === 'radio') !== (group !== undefined)) return 'group'
  if (!hasOptions(type, options)) return 'options'
  const hasLimits = minimum !== undefined || maximum !== undefined
  if ((hasLimits && type !== 'number') || !isRange(minimum, maximum)) return 'numbers'
  if (!isRange(minLength, maxLength)) return 'length'
  if (readOnly && (required || field.default === undefined)) return 'read-only'
  if (field.default === undefined) return null
  if (WITHOUT_DEFAULT.includes(type)) return 'no-default'
  return findValueProblem(field, field.default) === null ? null : 'default'
}

/** The buttons by group; a group's buttons are in the order of the fields. */
export function groupButtons<Button extends Pick<Field, 'group'>>(
  fields: readonly Button[],
): Map<string, Button[]> {
  const groups = new Map<string, Button[]>()
  for (const field of fields) {
    if (field.group === undefined) continue
    const buttons = groups.get(field.group)
    if (buttons) buttons.push(field)
    else groups.set(field.group, [field])
  }
  return groups
}

/** Whether these buttons are a group: at least two of one recipient in one document, all or none of them required. */
export function isGroup(
  buttons: readonly Pick<Field, 'document' | 'recipient' | 'required'>[],
): boolean {
  const [first, ...others] = buttons
  return (
    first !== undefined &&
    others.length > 0 &&
    others.every(
      ({ document, recipient, required }) =>
        document === first.document && recipient === first.recipient && required === first.required,
    )
  )
}

function hasOptions(type: Field['type'], options: readonly string[] = []): boolean {
  const isDropdown = type === 'dropdown'
  return isDropdown === options.length > 0 && new Set(options).size === options.length
}

function isRange(minimum = 0, maximum = Number.MAX_SAFE_INTEGER): boolean {
  return minimum <= maximum
}

/** Their content comes from the person who signs, or is determined at that time. */
const WITHOUT_DEFAULT: readonly Field['type'][] = [
  'signature',
  'initials',
  'signing-date',
  'attachment',
]
