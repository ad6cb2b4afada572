import { type Field, MAX_VALUE_LENGTH } from '@inkproof/signing/field'
import { findEntryProblem } from '@inkproof/signing/field-value'
import { plural, t } from '@inkproof/texts/text'
import { readingsOf, withDecimalPoint } from './decimal.ts'

/** Returns why a text cannot be the value of a field, as a sentence; null if it can or is empty. */
export function describeValueProblem(
  field: Pick<Field, 'type' | 'validation'>,
  text: string,
): string | null {
  const value = field.type === 'number' ? withDecimalPoint(text).trim() : text.trim()
  const { maxLength = MAX_VALUE_LENGTH } = field.validation
  switch (value === '' ? null : findEntryProblem(field, value)) {
    case null:
      return null
    case 'too-long':
      return plural(maxLength, {
        one: 'Enter at most {count} character.',
        other: 'Enter at most {count} characters.',
      })
    case 'too-short':
      return t('This text is too short.')
    case 'not-a-number':
      return describeNumber(value)
    case 'out-of-range':
      return describeRange(field)
    case 'not-a-date':
      return t('Enter a date that exists.')
    case 'control-character':
      return t('Remove tabs and other invisible characters.')
    default:
      return t('This cannot be entered here.')
  }
}

/** Returns what a value must be like, as a sentence; null if any value of its type can be entered. */
export function describeLimits({ validation }: Pick<Field, 'validation'>): string | null {
  const { maximum, maxLength, minimum } = validation
  if (maxLength !== undefined)
    return plural(maxLength, {
      one: 'At most {count} character.',
      other: 'At most {count} characters.',
    })
  if (minimum !== undefined && maximum !== undefined)
    return t('A number from {minimum} to {maximum}.', { minimum, maximum })
  if (minimum !== undefined) return t('At least {minimum}.', { minimum })
  return maximum === undefined ? null : t('At most {maximum}.', { maximum })
}

function describeNumber(value: string): string {
  const readings = readingsOf(value)
  return readings === null
    ? t('Enter a number, such as 1200 or 12.5.')
    : t('Enter {thousands} or {decimal}.', readings)
}

function describeRange({ validation: { maximum, minimum } }: Pick<Field, 'validation'>) {
  if (minimum !== undefined && maximum !== undefined)
    return t('Enter a number from {minimum} to {maximum}.', { minimum, maximum })
  if (minimum !== undefined) return t('Enter a number of at least {minimum}.', { minimum })
  return maximum === undefined ? null : t('Enter a number of at most {maximum}.', { maximum })
}
