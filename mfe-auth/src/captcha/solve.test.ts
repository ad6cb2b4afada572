import { CaptchaChallenge } from '@inkproof/protocol/captcha'
import { expect, test } from '@jest/globals'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { solve } from './solve.ts'

const SECRETS = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' }

async function createTestChallenge(counter: number, maxCounter: number) {
  const created = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter,
    data: { most: maxCounter },
    expiresAt: Math.floor(Date.now() / 1_000) + 60,
    deriveKey,
    ...SECRETS,
  })
  return CaptchaChallenge.parse(created)
}

test('finds the solution that the service accepts, and reports progress', async () => {
  const progress: number[] = []
  const challenge = await createTestChallenge(90, 100)
  const solution = await solve(challenge, (fraction) => progress.push(fraction))
  expect(solution.counter).toBe(90)
  expect(progress).toEqual([0.2, 0.4, 0.6, 0.8])
  const { verified } = await verifySolution({
    challenge,
    solution: { ...solution, time: 0 },
    deriveKey,
    ...SECRETS,
  })
  expect(verified).toBe(true)
})

test('gives up when a challenge has no solution within its stated limit', async () => {
  await expect(solve(await createTestChallenge(90, 20), () => undefined)).rejects.toThrow(
    /no counter/,
  )
})
