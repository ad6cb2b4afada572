import { expect, test } from '@jest/globals'
import { completeProof } from './testing/complete-proof.ts'
import { outcomes } from './testing/verifiable.ts'
import { verify } from './verify.ts'

test('a proof changed in any byte, or truncated anywhere, never passes', async () => {
  const { input, proofFile } = await completeProof()
  const whole = await verify(input)
  expect(whole.exitCode).toBe(0)
  expect(outcomes(whole)).toMatchObject({ issuer: 'passed OK', revocation: 'passed OK' })
  const bytes = new TextEncoder().encode(proofFile)
  const textOf = (some: Uint8Array) => new TextDecoder().decode(some)
  for (let i = 0; i < bytes.length; i++) {
    const changed = bytes.slice()
    changed[i] = (changed[i] as number) ^ (1 << (i % 7))
    const found = await verify({ ...input, proofFile: textOf(changed) })
    expect([i, found.exitCode]).not.toEqual([i, 0])
    const cut = await verify({ ...input, proofFile: textOf(bytes.slice(0, i)) })
    expect([i, cut.exitCode]).not.toEqual([i, 0])
  }
}, 240_000)
