import type { Judged } from './start-judge.ts'

/** How a password stands: filled quarters of the meter, and one sentence. */
export type Strength = { level: 0 | 1 | 2 | 3 | 4; says: string }

/** Fewer are asked to be more (NIST SP 800-63B-4 §3.1.1.2); nobody is refused for it. */
const ASKED_CHARACTERS = 15

const ADVICE = 'Best are 15 characters or more, such as four words at random.'
const LONGER = 'Fair. 15 characters or more are hard to guess.'

/** By the judge's name for the pattern. */
const WEAKNESSES: Readonly<Record<string, string>> = {
  topTen: 'It is among the first that are guessed.',
  topHundred: 'It is among the first that are guessed.',
  common: 'It is on the lists that guessers use.',
  similarToCommon: 'It is close to one that is guessed first.',
  sequences: 'Sequences such as abcd are easy to guess.',
  straightRow: 'Rows of keys are easy to guess.',
  keyPattern: 'Patterns on the keyboard are easy to guess.',
  simpleRepeat: 'Repetition is easy to guess.',
  extendedRepeat: 'Repetition is easy to guess.',
  dates: 'Dates are easy to guess.',
  recentYears: 'Years are easy to guess.',
  userInputs: 'It says who you are.',
}

/** Puts the judge's finding into words; without one only the advice is given. */
export function strengthOf(password: string, judged: Judged | null): Strength {
  if (password === '' || judged === null) return { level: 0, says: ADVICE }
  const weakness = WEAKNESSES[judged.weakness ?? ''] ?? 'It can be found by trying.'
  if (judged.score <= 1) return { level: 1, says: `Weak. ${weakness}` }
  if (judged.score === 2) return { level: 2, says: `Fair. ${weakness}` }
  if ([...password].length < ASKED_CHARACTERS) return { level: 2, says: LONGER }
  if (judged.score === 3) return { level: 3, says: 'Good. Hard to guess.' }
  return { level: 4, says: 'Strong. Very hard to guess.' }
}
