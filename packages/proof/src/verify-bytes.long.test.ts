import { expect, test } from '@jest/globals'
import { buildCompleteProof } from './testing/complete-proof.ts'
import { outcomes } from './testing/verification-setup.ts'
import { verify } from './verify.ts'

test('a proof changed in any byte, or truncated anywhere, never passes', async () => {
  const { input, proofFile } = await buildCompleteProof()
  const original = await verify(input)
  expect(original.exitCode).toBe(0)
  expect(outcomes(original)).toMatchObject({ issuer: 'passed OK', revocation: 'passed OK' })
  const bytes = new TextEncoder().encode(proofFile)
  const decode = (data: Uint8Array) => new TextDecoder().decode(data)
  for (let i = 0; i < bytes.length; i++) {
    const changed = bytes.slice()
    changed[i] = (changed[i] as number) ^ (1 << (i % 7))
    const result = await verify({ ...input, proofFile: decode(changed) })
    expect([i, result.exitCode]).not.toEqual([i, 0])
    const truncated = await verify({ ...input, proofFile: decode(bytes.slice(0, i)) })
    expect([i, truncated.exitCode]).not.toEqual([i, 0])
  }
}, 240_000)
