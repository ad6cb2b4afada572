import { expect, test } from '@jest/globals'
import { from0x } from './bytes.ts'
import { generateKey, parseVkey } from './note.ts'
import { computeOrigin } from './origin.ts'
import { mergePolicies, parsePolicy, policyFromVkey } from './policy.ts'
import { CONTRACT, OPERATOR, ORIGIN, samplePolicy } from './testing/sample-log.ts'
import { formatInEnglish, outcomes, setupVerification } from './testing/verification-setup.ts'
import { verify } from './verify.ts'

test('without a policy, the record is unknown', async () => {
  const { input } = await setupVerification()
  const result = await verify({ ...input, policy: 'none' })
  expect(result.exitCode).toBe(2)
  expect(outcomes(result)['trust']).toBe('not checked NO_POLICY')
  expect(formatInEnglish(result).verdict.headline).toBe('Valid, but from an unknown record.')
})

test('a policy that names another record does not trust the proof’s record', async () => {
  const { input } = await setupVerification()
  const other = policyFromVkey(generateKey('inkproof.example/other').vkey)
  const result = await verify({ ...input, policy: other })
  expect(result).toMatchObject({ verdict: { code: 'foreign-record' }, exitCode: 2 })
  expect(outcomes(result)['trust']).toBe('not checked LOG_NOT_TRUSTED')
})

test('a record with the name of a trusted one but another key fails', async () => {
  const { input } = await setupVerification()
  const result = await verify({ ...input, policy: policyFromVkey(generateKey(ORIGIN).vkey) })
  expect(result).toMatchObject({ verdict: { code: 'broken' }, exitCode: 1 })
  expect(outcomes(result)['trust']).toBe('failed KEY_DIFFERS')
})

test.each([
  ['chain', { chainId: 5 }],
  ['contract', { contract: `0x${'1'.repeat(40)}` }],
  ['operator', { operators: [`0x${'1'.repeat(40)}`] }],
])("a trusted record anchored with a %s other than the policy's fails", async (_name, change) => {
  const { input, sample } = await setupVerification()
  const result = await verify({ ...input, policy: samplePolicy(sample.vkey, change) })
  expect(outcomes(result)['trust']).toBe('failed CHAIN_NOT_TRUSTED')
  expect(result).toMatchObject({ verdict: { code: 'broken' }, exitCode: 1 })
})

test('a policy accepts each of its operators', async () => {
  const { input, sample } = await setupVerification()
  const operators = [`0x${'1'.repeat(40)}`, OPERATOR]
  const result = await verify({ ...input, policy: samplePolicy(sample.vkey, { operators }) })
  expect(result.exitCode).toBe(0)
})

test('a key alone suffices if its origin commits to the chain, contract and operator of the proof', async () => {
  const { input, sample } = await setupVerification()
  const result = await verify({ ...input, policy: policyFromVkey(sample.vkey) })
  expect(outcomes(result)['trust']).toBe('passed OK')
  expect(result.exitCode).toBe(0)
})

test('a key that a policy lists for other sizes fails', async () => {
  const { input, sample } = await setupVerification()
  const logKeys = [{ key: sample.vkey, toSize: 6 }]
  const result = await verify({ ...input, policy: samplePolicy(sample.vkey, { logKeys }) })
  expect(outcomes(result)['trust']).toBe('failed KEY_DIFFERS')
})

test('a contract that only the policy names counts, and the check says so', async () => {
  const { input, sample } = await setupVerification()
  const result = await verify({ ...input, policy: samplePolicy(sample.vkey) })
  const trust = formatInEnglish(result).steps.find(({ id }) => id === 'trust')
  expect(trust?.values).not.toHaveProperty('contract of')
  const contract = `0x${'1'.repeat(40)}`
  const other = await verify({ ...input, policy: samplePolicy(sample.vkey, { contract }) })
  const otherTrust = formatInEnglish(other).steps.find(({ id }) => id === 'trust')
  expect(otherTrust?.values['contract of']).toBe('your policy, not the canonical one')
})

test('a key beside a policy does not weaken it', async () => {
  const { input, sample } = await setupVerification()
  const strict = samplePolicy(sample.vkey, { operators: [`0x${'1'.repeat(40)}`] })
  for (const policies of [
    [strict, policyFromVkey(sample.vkey)],
    [policyFromVkey(sample.vkey), strict],
  ]) {
    const result = await verify({ ...input, policy: mergePolicies(policies) })
    expect(outcomes(result)['trust']).toBe('failed CHAIN_NOT_TRUSTED')
  }
})

test('the origin of the samples commits to their chain', () => {
  const input = { chainId: 1n, contract: from0x(CONTRACT), operator: from0x(OPERATOR) }
  expect(computeOrigin(input)).toBe(ORIGIN)
  expect(parseVkey(generateKey(ORIGIN).vkey).name).toBe(ORIGIN)
  expect(() => parsePolicy('{}')).toThrow(expect.objectContaining({ code: 'BAD_POLICY' }))
})
