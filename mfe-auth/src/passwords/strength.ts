import { t } from '@inkproof/texts/text'
import type { StrengthResult } from './start-strength-worker.ts'

/** The strength of a password: the number of filled quarters of the meter, and one sentence. */
export type Strength = { level: 0 | 1 | 2 | 3 | 4; message: string }

/** Shorter passwords get advice to use more characters (NIST SP 800-63B-4 §3.1.1.2), but are not rejected. */
const RECOMMENDED_LENGTH = 15

const LENGTH_ADVICE = t('Best: 15 characters or more, such as four random words.')
const TOO_SHORT = t('Fair. Use 15 characters or more to make it harder to guess.')

/** The message for each pattern name of the library. */
const WEAKNESSES: Readonly<Record<string, string>> = {
  topTen: t('It is among the first passwords that attackers try.'),
  topHundred: t('It is among the first passwords that attackers try.'),
  common: t('It is on lists that attackers use.'),
  similarToCommon: t('It is similar to a very common password.'),
  sequences: t('Sequences such as abcd are easy to guess.'),
  straightRow: t('Rows of keys are easy to guess.'),
  keyPattern: t('Patterns on the keyboard are easy to guess.'),
  simpleRepeat: t('Repetition is easy to guess.'),
  extendedRepeat: t('Repetition is easy to guess.'),
  dates: t('Dates are easy to guess.'),
  recentYears: t('Years are easy to guess.'),
  userInputs: t('It contains personal information.'),
}

/** Describes an evaluated password; without an evaluation, returns only advice. */
export function describeStrength(password: string, result: StrengthResult | null): Strength {
  if (password === '' || result === null) return { level: 0, message: LENGTH_ADVICE }
  const weakness = WEAKNESSES[result.weakness ?? ''] ?? t('It is easy to guess.')
  if (result.score <= 1) return { level: 1, message: t('Weak. {weakness}', { weakness }) }
  if (result.score === 2) return { level: 2, message: t('Fair. {weakness}', { weakness }) }
  if ([...password].length < RECOMMENDED_LENGTH) return { level: 2, message: TOO_SHORT }
  if (result.score === 3) return { level: 3, message: t('Good. Hard to guess.') }
  return { level: 4, message: t('Strong. Very hard to guess.') }
}
