import { t } from '@inkproof/texts/text'
import type { StrengthResult } from './start-strength-worker.ts'

/** The strength of a password: filled quarters of the meter, and one sentence. */
export type Strength = { level: 0 | 1 | 2 | 3 | 4; says: string }

/** Shorter ones get the advice to use more characters (NIST SP 800-63B-4 §3.1.1.2), but are not refused. */
const ASKED_CHARACTERS = 15

const ADVICE = t('Best: 15 characters or more, such as four random words.')
const LONGER = t('Fair. 15 characters or more are hard to guess.')

/** By the library's name of the pattern. */
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

/** Converts the evaluation to text; without one, only the advice is given. */
export function strengthOf(password: string, judged: StrengthResult | null): Strength {
  if (password === '' || judged === null) return { level: 0, says: ADVICE }
  const weakness = WEAKNESSES[judged.weakness ?? ''] ?? t('It is easy to guess.')
  if (judged.score <= 1) return { level: 1, says: t('Weak. {weakness}', { weakness }) }
  if (judged.score === 2) return { level: 2, says: t('Fair. {weakness}', { weakness }) }
  if ([...password].length < ASKED_CHARACTERS) return { level: 2, says: LONGER }
  if (judged.score === 3) return { level: 3, says: t('Good. Hard to guess.') }
  return { level: 4, says: t('Strong. Very hard to guess.') }
}
