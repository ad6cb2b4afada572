import { type Field, MAX_VALUE_LENGTH } from '@inkproof/signing/field'
import { findEntryProblem } from '@inkproof/signing/field-value'
import { SIGNING_DAY } from '@inkproof/signing/validation'
import { plural, t } from '@inkproof/texts/text'
import { signingToday } from './day.ts'
import { formatNumber, readingsOf } from './decimal.ts'

/** Returns why a text cannot be the value of a field that is signed today, as a sentence; null if it can or is empty. */
export function describeValueProblem(
  field: Pick<Field, 'type' | 'validation'>,
  text: string,
): string | null {
  const { validation } = field
  const value = field.type === 'number' ? formatNumber(text, validation).trim() : text.trim()
  const { maxLength = MAX_VALUE_LENGTH, minLength = 0 } = validation
  switch (value === '' ? null : findEntryProblem(field, value, signingToday())) {
    case null:
      return null
    case 'too-long':
      return plural(maxLength, {
        one: 'Enter at most {count} character.',
        other: 'Enter at most {count} characters.',
      })
    case 'too-short':
      return plural(minLength, {
        one: 'Enter at least {count} character.',
        other: 'Enter at least {count} characters.',
      })
    case 'wrong-format':
      return askForFormat(validation)
    case 'not-a-number':
      return describeNumber(value, validation)
    case 'wrong-places':
      return describePlaces(validation)
    case 'out-of-range':
      return describeRange(field)
    case 'not-a-date':
      return t('Enter a date that exists.')
    case 'control-character':
      return t('Remove tabs and other invisible characters.')
    case 'too-early':
      return validation.earliest === SIGNING_DAY
        ? t('Enter a date that is not in the past.')
        : t('Enter {date} or a later date.', { date: validation.earliest ?? '' })
    case 'too-late':
      return validation.latest === SIGNING_DAY
        ? t('Enter a date that is not in the future.')
        : t('Enter {date} or an earlier date.', { date: validation.latest ?? '' })
    default:
      return t('This cannot be entered here.')
  }
}

function askForFormat({ format }: Field['validation']): string {
  switch (format) {
    case 'email':
      return t('Enter an e-mail address, such as jane@example.com.')
    case 'phone':
      return t('Enter a phone number, such as +49 30 123456.')
    case 'url':
      return t('Enter a web address, such as https://example.com.')
    case 'digits':
      return t('Use digits only.')
    default:
      return t('Use letters only, with single spaces between words.')
  }
}

function describeNumber(value: string, validation: Field['validation']): string {
  if (validation.decimals === 0) return describePlaces(validation)
  const readings = readingsOf(value)
  return readings === null
    ? t('Enter a number, such as 1200 or 12.5.')
    : t('Enter {thousands} or {decimal}.', readings)
}

function describePlaces({ decimals = 0 }: Field['validation']): string {
  if (decimals === 0) return t('Enter a whole number, such as 1200.')
  return plural(decimals, {
    one: 'Enter a number with at most {count} decimal place.',
    other: 'Enter a number with at most {count} decimal places.',
  })
}

function describeRange({ validation: { maximum, minimum } }: Pick<Field, 'validation'>) {
  if (minimum !== undefined && maximum !== undefined)
    return t('Enter a number from {minimum} to {maximum}.', { minimum, maximum })
  if (minimum !== undefined) return t('Enter a number of at least {minimum}.', { minimum })
  return maximum === undefined ? null : t('Enter a number of at most {maximum}.', { maximum })
}
