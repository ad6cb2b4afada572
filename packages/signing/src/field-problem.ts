/** Whether the settings of a field fit together. */
import type { Field } from './field.ts'
import { findValueProblem } from './field-value.ts'

/** The properties of a field that must be consistent with each other. */
export type FieldProperties = Pick<
  Field,
  'type' | 'required' | 'readOnly' | 'default' | 'validation' | 'group'
>

/**
 * Why the properties of a field are inconsistent:
 * - `group`: a radio button has no group, or another field has one
 * - `options`: a drop-down list has no options or one of them twice, or another field has options
 * - `numbers`: a field that is not a number has a minimum or maximum, or the minimum is greater
 * - `length`: a field that is not a text or company has a length limit, or the minimum is greater
 * - `read-only`: a read-only field is required or has no default
 * - `no-default`: a field of this type cannot have a default
 * - `default`: the default is not a valid value
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
  const { group, type, validation } = field
  if ((type === 'radio') !== (group !== undefined)) return 'group'
  if (!hasOptions(type, validation.options)) return 'options'
  return findLimitProblem(field) ?? findDefaultProblem(field)
}

function findLimitProblem({ type, validation }: FieldProperties): FieldProblem | null {
  const { maximum, maxLength, minimum, minLength } = validation
  const hasNumbers = minimum !== undefined || maximum !== undefined
  if ((hasNumbers && type !== 'number') || !isRange(minimum, maximum)) return 'numbers'
  const hasLength = minLength !== undefined || maxLength !== undefined
  const isText = HAVE_LENGTH.includes(type)
  return (hasLength && !isText) || !isRange(minLength, maxLength) ? 'length' : null
}

function findDefaultProblem(field: FieldProperties): FieldProblem | null {
  const { default: preset, readOnly, required, type } = field
  if (readOnly && (required || preset === undefined)) return 'read-only'
  if (preset === undefined) return null
  if (!canHaveDefault(type)) return 'no-default'
  return findValueProblem(field, preset) === null ? null : 'default'
}

/** Whether a field of this type can contain something from the start. */
export function canHaveDefault(type: Field['type']): boolean {
  return !WITHOUT_DEFAULT.includes(type)
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

/**
 * Whether these buttons are a group: at least two of one recipient in one document, all or none of them required, and at most
 * one selected from the start.
 */
export function isGroup(
  buttons: readonly Pick<Field, 'document' | 'recipient' | 'required' | 'default'>[],
): boolean {
  const [first, ...others] = buttons
  return (
    first !== undefined &&
    others.length > 0 &&
    buttons.filter(({ default: preset }) => preset !== undefined).length <= 1 &&
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

/** Their values are texts that people type. */
const HAVE_LENGTH: readonly Field['type'][] = ['text', 'company']

/** Their content comes from the person who signs, or is determined at that time. */
const WITHOUT_DEFAULT: readonly Field['type'][] = [
  'signature',
  'initials',
  'name',
  'email',
  'signing-date',
  'attachment',
]
