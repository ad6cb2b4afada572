import { expect, test } from '@jest/globals'
import { generateKey } from './note.ts'
import { createPolicy, policyFromVkey } from './policy.ts'
import { ORIGIN, samplePolicy } from './testing/sample-log.ts'
import { formatInEnglish, outcomes, setupVerification } from './testing/verification-setup.ts'
import { type VerifyInput, verify } from './verify.ts'

test('without a policy, names the log and reports that it is not trusted', async () => {
  const { input, sample } = await setupVerification()
  const result = await verify({
    ...input,
    policy: 'none',
    blocks: { ...input.blocks, chainId: 1n } as VerifyInput['blocks'],
  })
  expect(result.exitCode).toBe(2)
  expect(formatInEnglish(result).verdict).toEqual({
    code: 'untrusted',
    sentence: `Unknown record: no check failed, but the certificate was recorded by the log ${sample.vkey} on chain 1, which you have not chosen to trust.`,
  })
})

test('a policy that names another log does not trust the proof’s log', async () => {
  const { input } = await setupVerification()
  const other = policyFromVkey(generateKey('inkproof.example/other').vkey)
  const result = await verify({ ...input, policy: other })
  expect(result).toMatchObject({ verdict: { code: 'untrusted' }, exitCode: 2 })
  expect(outcomes(result)['trust']).toBe('not checked LOG_NOT_TRUSTED')
})

test('a log with the name of a trusted log but another key fails', async () => {
  const { input } = await setupVerification()
  const result = await verify({ ...input, policy: policyFromVkey(generateKey(ORIGIN).vkey) })
  expect(result).toMatchObject({ verdict: { code: 'failed' }, exitCode: 1 })
  expect(outcomes(result)['trust']).toBe('failed KEY_DIFFERS')
})

test.each([
  ['chain', { chainId: 5 }],
  ['contract', { contract: `0x${'1'.repeat(40)}` }],
  ['operator', { operator: `0x${'1'.repeat(40)}` }],
])("a trusted log anchored with a %s other than the policy's fails", async (_name, change) => {
  const { input, sample } = await setupVerification()
  const result = await verify({ ...input, policy: samplePolicy(sample.vkey, change) })
  expect(result).toMatchObject({ verdict: { code: 'failed' }, exitCode: 1 })
})

test('when only a key is trusted, the user must name the chain of the block hash', async () => {
  const { input, sample } = await setupVerification()
  const policy = policyFromVkey(sample.vkey)
  const withoutChain = await verify({ ...input, policy })
  expect(outcomes(withoutChain)['block']).toBe('not checked CHAIN_UNKNOWN')
  expect(withoutChain.exitCode).toBe(2)
  const hashes = { kind: 'trusted block hashes', hashes: [sample.blockHash] } as const
  expect((await verify({ ...input, policy, blocks: { ...hashes, chainId: 1n } })).exitCode).toBe(0)
  const wrong = await verify({ ...input, policy, blocks: { ...hashes, chainId: 5n } })
  expect(outcomes(wrong)['block']).toBe('failed CHAIN_DIFFERS')
})

test('a log trusted on two chains passes on either, in any order', async () => {
  const { input, sample } = await setupVerification()
  const [trusted] = samplePolicy(sample.vkey).logs
  const chain = trusted.chain && { ...trusted.chain, chainId: 5n }
  const onOtherChain = { ...trusted, chain }
  for (const logs of [
    [trusted, onOtherChain],
    [onOtherChain, trusted],
  ]) {
    expect((await verify({ ...input, policy: createPolicy(logs) })).exitCode).toBe(0)
  }
  expect((await verify({ ...input, policy: createPolicy([onOtherChain]) })).exitCode).not.toBe(0)
})
