import { to0x } from '@inkproof/proof/bytes'
import { beforeAll, expect, test } from '@jest/globals'
import { parseEvidence } from './evidence.ts'
import type { SignedStatement } from './signed-statement.ts'
import { type SampleKeys, sampleKeys, sampleRequest } from './testing/sample-request.ts'
import { REQUEST_CHECKS, STATEMENT_CHECKS } from './verification.ts'
import { verifyEvidence } from './verify-evidence.ts'

let keys: SampleKeys

beforeAll(async () => {
  keys = await sampleKeys()
})

test('a completed request verifies, and every check has passed', async () => {
  const { input } = await sampleRequest(keys)
  const { checks, verdict } = await verifyEvidence(input)
  expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(verdict).toBe('verified')
  const ids = checks.map(({ id, statement }) => `${id} ${statement}`)
  expect(ids).toEqual([
    ...REQUEST_CHECKS.map((id) => `${id} null`),
    ...[0, 1, 2, 3].flatMap((i) => STATEMENT_CHECKS.map((id) => `${id} ${i}`)),
  ])
})

test('only the checks of one statement are made if they are asked for, also when another one is broken', async () => {
  const { input } = await sampleRequest(keys)
  const evidence = parseEvidence(input.evidence)
  const [first, ...others] = evidence.statements
  const broken = { ...(first as SignedStatement), key: (others[0] as SignedStatement).key }
  const changed = { ...input, evidence: { ...evidence, statements: [broken, ...others] } }
  const { checks } = await verifyEvidence({ ...changed, onlyStatement: 3 })
  expect(checks.map(({ id, statement }) => `${id} ${statement}`)).toEqual([
    ...REQUEST_CHECKS.map((id) => `${id} null`),
    ...STATEMENT_CHECKS.map((id) => `${id} 3`),
  ])
  expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect((await verifyEvidence({ ...changed, onlyStatement: 0 })).verdict).toBe('broken')
  expect((await verifyEvidence(changed)).verdict).toBe('broken')
})

test('the result says who made each statement, and what the binding of their key rests on', async () => {
  const { input } = await sampleRequest(keys)
  const { participants } = await verifyEvidence(input)
  const bindings = participants.map(({ binding, name, role }) => [name, role, binding])
  expect(bindings).toEqual([
    ['Jane Roe', 'signer', { method: 'mailbox', isKnownKey: false, isReplacement: false }],
    ['Richard Roe', 'signer', { method: 'passkey', isKnownKey: true, isReplacement: false }],
    ['Mary Roe', 'signer', { method: 'wallet', isKnownKey: false, isReplacement: false }],
    ['Ann Roe', 'approver', { method: 'account', isKnownKey: false, isReplacement: false }],
  ])
  const { publicKey } = keys.mary
  const address = publicKey.type === 'wallet' ? to0x(publicKey.address) : ''
  const signedWith = participants.map(({ isPasskey = false, wallet }) => [wallet, isPasskey])
  expect(signedWith).toEqual([
    [null, false],
    [null, true],
    [address, false],
    [null, false],
  ])
})
