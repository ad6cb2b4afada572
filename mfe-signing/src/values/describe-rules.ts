import type { Field } from '@inkproof/signing/field'
import { SIGNING_DAY } from '@inkproof/signing/validation'
import { plural, t } from '@inkproof/texts/text'

/** Returns what a value must be like, in short sentences; null if any value of its type can be entered. */
export function describeRules({ validation }: Pick<Field, 'validation'>): string | null {
  const sentences = [
    describeFormat(validation),
    describeLength(validation),
    describeRange(validation),
    describePlaces(validation),
    describeEarliest(validation),
    describeLatest(validation),
  ].filter((sentence) => sentence !== null)
  return sentences.length === 0 ? null : sentences.join(' ')
}

type Rules = Field['validation']

function describeFormat({ format }: Rules): string | null {
  switch (format) {
    case undefined:
      return null
    case 'email':
      return t('An e-mail address.')
    case 'phone':
      return t('A phone number.')
    case 'url':
      return t('A web address.')
    case 'letters':
      return t('Letters only.')
    case 'digits':
      return t('Digits only.')
  }
}

function describeLength({ maxLength, minLength }: Rules): string | null {
  if (minLength !== undefined && maxLength !== undefined)
    return t('{minimum} to {maximum} characters.', { minimum: minLength, maximum: maxLength })
  if (maxLength !== undefined)
    return plural(maxLength, {
      one: 'At most {count} character.',
      other: 'At most {count} characters.',
    })
  return minLength === undefined
    ? null
    : plural(minLength, {
        one: 'At least {count} character.',
        other: 'At least {count} characters.',
      })
}

function describeRange({ maximum, minimum }: Rules): string | null {
  if (minimum !== undefined && maximum !== undefined)
    return t('A number from {minimum} to {maximum}.', { minimum, maximum })
  if (minimum !== undefined) return t('At least {minimum}.', { minimum })
  return maximum === undefined ? null : t('At most {maximum}.', { maximum })
}

function describePlaces({ decimals }: Rules): string | null {
  if (decimals === undefined) return null
  if (decimals === 0) return t('A whole number.')
  return plural(decimals, {
    one: 'At most {count} decimal place.',
    other: 'At most {count} decimal places.',
  })
}

function describeEarliest({ earliest }: Rules): string | null {
  if (earliest === undefined) return null
  return earliest === SIGNING_DAY
    ? t('Not in the past.')
    : t('{date} or later.', { date: earliest })
}

function describeLatest({ latest }: Rules): string | null {
  if (latest === undefined) return null
  return latest === SIGNING_DAY
    ? t('Not in the future.')
    : t('{date} or earlier.', { date: latest })
}
