import type { CaptchaChallenge, CaptchaSolution } from '@inkproof/protocol/captcha'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const REPORT_INTERVAL = 20

/**
 * Solves a proof of work by trying counters. Reports which fraction of the allowed counters it has tried.
 *
 * @throws Error if no allowed counter solves the challenge, or if solving takes too long.
 */
export async function solve(
  challenge: CaptchaChallenge,
  onProgress: (progress: number) => void,
): Promise<CaptchaSolution['solution']> {
  const { most: maxCounter } = challenge.parameters.data
  let attempts = 0
  const solution = await solveChallenge({
    challenge,
    deriveKey: (...args) => {
      attempts += 1
      if (attempts > maxCounter + 1) throw new Error('no counter solves this challenge')
      if (attempts % REPORT_INTERVAL === 0) onProgress(attempts / maxCounter)
      return deriveKey(...args)
    },
  })
  if (!solution) throw new Error('solving took too long')
  return { counter: solution.counter, derivedKey: solution.derivedKey }
}
