/** Whether the settings of a field fit together. */
import { dateLimits, type SigningDays } from './date-limits.ts'
import type { Field } from './field.ts'
import { findValueProblem } from './field-value.ts'
import { shortestOf } from './text-format.ts'
import { SIGNING_DAY } from './validation.ts'

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
 * - `decimals`: a field that is not a number has decimal places
 * - `length`: a field that is not a text or company has a length limit, the minimum is greater, or no text of the format is
 *   short enough
 * - `format`: a field that is not a text has a format
 * - `dates`: a field that is not a date has an earliest or latest day, or the earliest is later
 * - `signing-day`: a read-only date is limited by the day of signing, which it would miss after some days
 * - `read-only`: a read-only field is required or has no default
 * - `no-default`: a field of this type cannot have a default
 * - `default`: the default is not a valid value
 */
export type FieldProblem =
  | 'group'
  | 'options'
  | 'numbers'
  | 'decimals'
  | 'length'
  | 'format'
  | 'dates'
  | 'signing-day'
  | 'read-only'
  | 'no-default'
  | 'default'

/**
 * Returns the first problem of a field's settings; null if there is none.
 *
 * @param signing if the field is about to be sent, the days with which its dates are compared as if it were signed now
 */
export function findFieldProblem(
  field: FieldProperties,
  signing?: SigningDays,
): FieldProblem | null {
  const { group, type, validation } = field
  if ((type === 'radio') !== (group !== undefined)) return 'group'
  if (!hasOptions(type, validation.options)) return 'options'
  return (
    findNumberProblem(field) ??
    findTextProblem(field) ??
    findDateProblem(field, signing) ??
    findDefaultProblem(field, signing)
  )
}

function findNumberProblem({ type, validation }: FieldProperties): FieldProblem | null {
  const { decimals, maximum, minimum } = validation
  const hasLimits = minimum !== undefined || maximum !== undefined
  if ((hasLimits && type !== 'number') || !isRange(minimum, maximum)) return 'numbers'
  return decimals !== undefined && type !== 'number' ? 'decimals' : null
}

function findTextProblem({ type, validation }: FieldProperties): FieldProblem | null {
  const { format, maxLength, minLength } = validation
  if (format !== undefined && type !== 'text') return 'format'
  const shortest = Math.max(minLength ?? 0, format === undefined ? 0 : shortestOf(format))
  const hasLength = minLength !== undefined || maxLength !== undefined
  return (hasLength && !HAVE_LENGTH.includes(type)) || !isRange(shortest, maxLength)
    ? 'length'
    : null
}

function findDateProblem(
  { readOnly, type, validation }: FieldProperties,
  signing: SigningDays | undefined,
): FieldProblem | null {
  const { earliest, latest } = validation
  const hasLimits = earliest !== undefined || latest !== undefined
  const limits = dateLimits(validation, signing)
  if ((hasLimits && type !== 'date') || (limits.earliest ?? '') > (limits.latest ?? LAST_DAY))
    return 'dates'
  return readOnly && [earliest, latest].includes(SIGNING_DAY) ? 'signing-day' : null
}

function findDefaultProblem(
  field: FieldProperties,
  signing: SigningDays | undefined,
): FieldProblem | null {
  const { default: preset, readOnly, required, type } = field
  if (readOnly && (required || preset === undefined)) return 'read-only'
  if (preset === undefined) return null
  if (!canHaveDefault(type)) return 'no-default'
  return findValueProblem(field, preset, signing) === null ? null : 'default'
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
 * Whether these buttons are a group: at least two of one recipient in one document, all or none of them required, at most one
 * selected from the start, and all with the same label or none.
 */
export function isGroup(
  buttons: readonly Pick<Field, 'document' | 'recipient' | 'required' | 'default' | 'label'>[],
): boolean {
  const [first, ...others] = buttons
  return (
    first !== undefined &&
    others.length > 0 &&
    buttons.filter(({ default: preset }) => preset !== undefined).length <= 1 &&
    others.every(
      ({ document, label, recipient, required }) =>
        document === first.document &&
        recipient === first.recipient &&
        required === first.required &&
        label === first.label,
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

const LAST_DAY = '9999-12-31'

/** Their values are texts that people type. */
const HAVE_LENGTH: readonly Field['type'][] = ['text', 'company']

/** Their content comes from the person who signs, or is determined at that time. */
const WITHOUT_DEFAULT: readonly Field['type'][] = [
  'signature',
  'initials',
  'stamp',
  'name',
  'email',
  'signing-date',
  'attachment',
]
