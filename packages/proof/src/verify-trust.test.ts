import { expect, test } from '@jest/globals'
import { generateKey } from './note.ts'
import { createPolicy, policyFromVkey } from './policy.ts'
import { ORIGIN, samplePolicy } from './testing/sample-log.ts'
import { outcomes, verifiable, worded } from './testing/verifiable.ts'
import { type VerifyInput, verify } from './verify.ts'

test('without a policy, names the log and reports that it is not trusted', async () => {
  const { input, made } = await verifiable()
  const found = await verify({
    ...input,
    policy: 'none',
    blocks: { ...input.blocks, chainId: 1n } as VerifyInput['blocks'],
  })
  expect(found.exitCode).toBe(2)
  expect(worded(found).verdict).toEqual({
    code: 'untrusted',
    sentence: `Consistent; recorded by the log ${made.vkey} on chain 1, which you have not chosen to trust.`,
  })
})

test('a policy that names another log leaves this one untrusted', async () => {
  const { input } = await verifiable()
  const other = policyFromVkey(generateKey('inkproof.example/other').vkey)
  const found = await verify({ ...input, policy: other })
  expect(found).toMatchObject({ verdict: { code: 'untrusted' }, exitCode: 2 })
  expect(outcomes(found)['trust']).toBe('not checked LOG_NOT_TRUSTED')
})

test('a log that uses the name of a trusted one fails', async () => {
  const { input } = await verifiable()
  const found = await verify({ ...input, policy: policyFromVkey(generateKey(ORIGIN).vkey) })
  expect(found).toMatchObject({ verdict: { code: 'failed' }, exitCode: 1 })
  expect(outcomes(found)['trust']).toBe('failed KEY_DIFFERS')
})

test.each([
  ['chain', { chainId: 5 }],
  ['contract', { contract: `0x${'1'.repeat(40)}` }],
  ['operator', { operator: `0x${'1'.repeat(40)}` }],
])("a trusted log anchored with a %s other than the policy's fails", async (_name, change) => {
  const { input, made } = await verifiable()
  const found = await verify({ ...input, policy: samplePolicy(made.vkey, change) })
  expect(found).toMatchObject({ verdict: { code: 'failed' }, exitCode: 1 })
})

test('with only a key trusted, the reader must name the chain of a block hash', async () => {
  const { input, made } = await verifiable()
  const policy = policyFromVkey(made.vkey)
  const unknown = await verify({ ...input, policy })
  expect(outcomes(unknown)['block']).toBe('not checked CHAIN_UNKNOWN')
  expect(unknown.exitCode).toBe(2)
  const hashes = { kind: 'trusted block hashes', hashes: [made.blockHash] } as const
  expect((await verify({ ...input, policy, blocks: { ...hashes, chainId: 1n } })).exitCode).toBe(0)
  const wrong = await verify({ ...input, policy, blocks: { ...hashes, chainId: 5n } })
  expect(outcomes(wrong)['block']).toBe('failed CHAIN_DIFFERS')
})

test('a log trusted on two chains passes on either, in any order', async () => {
  const { input, made } = await verifiable()
  const [here] = samplePolicy(made.vkey).logs
  const chain = here.chain && { ...here.chain, chainId: 5n }
  const elsewhere = { ...here, chain }
  for (const logs of [
    [here, elsewhere],
    [elsewhere, here],
  ]) {
    expect((await verify({ ...input, policy: createPolicy(logs) })).exitCode).toBe(0)
  }
  expect((await verify({ ...input, policy: createPolicy([elsewhere]) })).exitCode).not.toBe(0)
})
