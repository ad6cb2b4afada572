/** The values of fields: whether one is allowed, and whether the conditions of a field hold. */
import { dateLimits, isDay, type SigningDays } from './date-limits.ts'
import { hasPlaces } from './decimal-places.ts'
import { type Condition, type Field, MAX_VALUE_LENGTH } from './field.ts'
import { hasFormat } from './text-format.ts'

/** Why a value is not allowed. */
export type ValueProblem =
  | 'too-short'
  | 'too-long'
  | 'wrong-format'
  | 'not-a-number'
  | 'wrong-places'
  | 'out-of-range'
  | 'not-a-date'
  | 'too-early'
  | 'too-late'
  | FormProblem

type FormProblem = 'not-an-option' | 'not-an-address' | 'has-no-value'

/**
 * Returns why a value that is not empty is not allowed in a field; null if it is.
 *
 * @param signing when the value is stated; without it, a date is not compared with the day of signing
 */
export function findValueProblem(
  { type, validation }: Pick<Field, 'type' | 'validation'>,
  value: string,
  signing?: SigningDays,
): ValueProblem | null {
  const { format, maxLength = MAX_VALUE_LENGTH, minLength = 0, options = [] } = validation
  if (value.length < minLength) return 'too-short'
  if (value.length > maxLength) return 'too-long'
  switch (type) {
    case 'number':
      return findNumberProblem(validation, value)
    case 'date':
    case 'signing-date':
      return findDateProblem(validation, value, signing)
    case 'checkbox':
    case 'radio':
      return value === SELECTED ? null : 'not-an-option'
    case 'dropdown':
      return options.includes(value) ? null : 'not-an-option'
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value) ? null : 'not-an-address'
    case 'signature':
    case 'initials':
    case 'stamp':
    case 'attachment':
      return 'has-no-value'
    default:
      return format === undefined || hasFormat(format, value) ? null : 'wrong-format'
  }
}

/** Like {@link findValueProblem}, for a value that is being entered: also refuses what {@link hasControlCharacter} finds. */
export function findEntryProblem(
  field: Pick<Field, 'type' | 'validation'>,
  value: string,
  signing?: SigningDays,
): ValueProblem | 'control-character' | null {
  if (hasControlCharacter(field, value)) return 'control-character'
  return findValueProblem(field, value, signing)
}

/**
 * Whether a value has a control character, which nothing shows, and which other programs may read as another one. A line feed
 * counts only in a company, a name and an address, which have one line. Verifiers accept all of them, because evidence of
 * earlier releases may contain them.
 */
export function hasControlCharacter({ type }: Pick<Field, 'type'>, value: string): boolean {
  return (ONE_LINE.includes(type) ? CONTROL_OR_BREAK : CONTROL_BUT_LF).test(value)
}

const ONE_LINE: readonly Field['type'][] = ['company', 'name', 'email']
const CONTROL_OR_BREAK = /[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}]/u
const CONTROL_BUT_LF = /[^\P{Control}\n]/u

/** The value of a selected checkbox or radio button. */
export const SELECTED = '1'

/**
 * Whether all conditions of a field hold. `values` contains the values of the fields that have one.
 *
 * @returns null if `unknown` contains a field on which this depends
 */
export function isShown(
  { conditions }: Pick<Field, 'conditions'>,
  values: ReadonlyMap<string, string>,
  unknown: ReadonlySet<string> = new Set(),
): boolean | null {
  const results = conditions.map((condition) =>
    unknown.has(condition.field) ? null : holds(condition, values.get(condition.field) ?? ''),
  )
  if (results.includes(false)) return false
  return results.includes(null) ? null : true
}

function holds({ is, value }: Condition, actual: string): boolean {
  switch (is) {
    case 'filled':
      return actual !== ''
    case 'empty':
      return actual === ''
    case 'equals':
      return actual === value
    default:
      return actual !== value
  }
}

/**
 * A decimal number with a point, without exponent; limits are inclusive. It is compared in millionths, because a number in
 * JavaScript cannot hold all of its digits, and might be equal to a limit that the value exceeds.
 */
function findNumberProblem(
  { decimals, maximum, minimum }: Field['validation'],
  value: string,
): ValueProblem | null {
  if (!/^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return 'not-a-number'
  if (decimals !== undefined && !hasPlaces(value, decimals)) return 'wrong-places'
  const number = millionths(value)
  const isBelow = minimum !== undefined && number < millionths(minimum.toFixed(6))
  const isAbove = maximum !== undefined && number > millionths(maximum.toFixed(6))
  return isBelow || isAbove ? 'out-of-range' : null
}

function millionths(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

function findDateProblem(
  validation: Field['validation'],
  value: string,
  signing: SigningDays | undefined,
): ValueProblem | null {
  if (!isDay(value)) return 'not-a-date'
  const { earliest, latest } = dateLimits(validation, signing)
  if (earliest !== undefined && value < earliest) return 'too-early'
  return latest !== undefined && value > latest ? 'too-late' : null
}
