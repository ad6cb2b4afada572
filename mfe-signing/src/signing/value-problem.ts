import type { Field } from '@inkproof/signing/field'
import { findValueProblem } from '@inkproof/signing/field-value'
import { t } from '@inkproof/texts/text'

/** Returns why a text cannot be the value of a field, as a sentence; null if it can or is empty. */
export function describeValueProblem(
  field: Pick<Field, 'type' | 'validation'>,
  text: string,
): string | null {
  const value = text.trim()
  switch (value === '' ? null : findValueProblem(field, value)) {
    case null:
      return null
    case 'too-long':
      return t('This text is too long.')
    case 'too-short':
      return t('This text is too short.')
    case 'not-a-number':
      return t('Enter a number, such as 1200 or 12.5.')
    case 'out-of-range':
      return t('This number is too small or too large.')
    case 'not-a-date':
      return t('Enter a date that exists.')
    default:
      return t('This cannot be entered here.')
  }
}
