/** What is wrong with the rules for the value of a field, in words; the service refuses the same. */
import { MAX_NUMBER, MAX_TEXT_LENGTH } from '@inkproof/protocol/envelope-fields'
import { dateLimits } from '@inkproof/signing/date-limits'
import type { Field } from '@inkproof/signing/field'
import { shortestOf } from '@inkproof/signing/text-format'
import { t } from '@inkproof/texts/text'
import { signingToday } from '../values/day.ts'

type Rules = Field['validation']

/** Returns a sentence; null if a value can fit all rules. */
export function findLimitProblem(rules: Rules): string | null {
  return findLengthProblem(rules) ?? findNumberProblem(rules) ?? findDateProblem(rules)
}

function findLengthProblem({ format, maxLength, minLength }: Rules): string | null {
  const limits = [minLength, maxLength].filter((limit) => limit !== undefined)
  if (!limits.every((limit) => isWhole(limit, 1, MAX_TEXT_LENGTH)))
    return t('Enter a number of characters from 1 to {maximum}.', { maximum: MAX_TEXT_LENGTH })
  if (maxLength === undefined) return null
  if ((minLength ?? 0) > maxLength) return t('The minimum is greater than the maximum.')
  const isTooShort = format !== undefined && maxLength < shortestOf(format)
  return isTooShort ? t('This format needs more characters. Increase the limit.') : null
}

function findNumberProblem({ maximum, minimum }: Rules): string | null {
  const limits = [minimum, maximum].filter((limit) => limit !== undefined)
  if (!limits.every((limit) => isWhole(limit, 0, MAX_NUMBER)))
    return t('Minimum and maximum must be whole numbers from 0 to {maximum}.', {
      maximum: MAX_NUMBER,
    })
  return (minimum ?? 0) > (maximum ?? MAX_NUMBER)
    ? t('The minimum is greater than the maximum.')
    : null
}

function findDateProblem(rules: Rules): string | null {
  if (rules.earliest === '') return t('Choose the earliest date.')
  if (rules.latest === '') return t('Choose the latest date.')
  const { earliest, latest } = dateLimits(rules, signingToday())
  return earliest !== undefined && latest !== undefined && earliest > latest
    ? t('The earliest date is after the latest date.')
    : null
}

function isWhole(number: number, minimum: number, maximum: number): boolean {
  return Number.isInteger(number) && number >= minimum && number <= maximum
}
