import type { CaptchaChallenge, CaptchaSolution } from '@inkproof/protocol/captcha'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const REPORT_EVERY = 20

/**
 * Solves a proof of work by trying counters. Reports its progress as a fraction of the maximum.
 *
 * @throws Error if no counter solves it: the challenge is invalid.
 */
export async function solve(
  challenge: CaptchaChallenge,
  report: (part: number) => void,
): Promise<CaptchaSolution['solution']> {
  const { most } = challenge.parameters.data
  let tried = 0
  const solution = await solveChallenge({
    challenge,
    deriveKey: (...derivation) => {
      tried += 1
      if (tried > most + 1) throw new Error('no counter solves this challenge')
      if (tried % REPORT_EVERY === 0) report(tried / most)
      return deriveKey(...derivation)
    },
  })
  if (!solution) throw new Error('solving took too long')
  return { counter: solution.counter, derivedKey: solution.derivedKey }
}
