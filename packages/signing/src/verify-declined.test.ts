import { toHex } from '@inkproof/proof/bytes'
import { beforeAll, describe, expect, test } from '@jest/globals'
import type { Evidence } from './evidence.ts'
import { makeRevealed } from './hidden-value.ts'
import { keyThumbprint } from './public-key.ts'
import type { SignedStatement } from './signed-statement.ts'
import { decodeStatement, encodeStatement, type Statement } from './statement.ts'
import { type Mutation, runMutation } from './testing/mutations.ts'
import type { Ceremony, Changes } from './testing/sample-ceremony.ts'
import {
  join,
  type SampleKeys,
  sampleKeys,
  sampleRequest,
  valuesOf,
} from './testing/sample-request.ts'
import type { CheckId } from './verification.ts'
import { verifyEvidence } from './verify-evidence.ts'

const OTHER = new Uint8Array(32).fill(1)

let keys: SampleKeys

beforeAll(async () => {
  keys = await sampleKeys()
})

const REASON = 'The rent is too high.'

describe('a request that somebody declined', () => {
  test('is reported as aborted, and the statement verifies without consent', async () => {
    const { evidence, input } = await sampleRequest(keys, declinedWith())
    const { checks, participants, verdict } = await verifyEvidence({
      ...input,
      evidence,
      pdf: null,
    })
    expect(verdict).toBe('aborted')
    expect(participants[1]).toMatchObject({ name: 'Ann Roe', act: 'decline', reason: REASON })
    const own = checks.filter(({ statement }) => statement === 1)
    expect(own.filter(({ outcome }) => outcome !== 'passed').map(({ id }) => id)).toEqual([
      'digital-id',
      'content',
    ])
  })

  test.each([
    ['withheld', 'aborted', []],
    ['another one', 'broken', [makeRevealed('reason', '', 'I agree.')]],
  ])(
    'if the reason is %s, it is %s, and the reason is not returned',
    async (_name, verdict, revealed) => {
      const { evidence, input } = await sampleRequest(keys, declinedWith())
      const altered = withStatement((signed) => ({ ...signed, revealed }))(evidence)
      const result = await verifyEvidence({ ...input, evidence: altered, pdf: null })
      expect(result.verdict).toBe(verdict)
      expect(result.participants[1]).not.toHaveProperty('reason')
    },
  )

  test('whose end is not known to be in the record, says so', async () => {
    const record: Mutation['record'] = (result) => ({ ...result, firstEntry: 'unknown' })
    const mutation = { ...declinedWith(), record, pdf: null }
    expect(await runMutation(keys, 'completion', null, mutation)).toEqual([
      'failed',
      'END_UNKNOWN',
      'aborted',
    ])
  })

  test.each<[name: string, id: CheckId, statement: number | null, reason: string, Mutation]>([
    ['with another key', 'key', 1, 'OTHER_KEY', declinedWith({ signed: withOtherKey })],
    ['signed with another key', 'signature', 1, 'BAD_SIGNATURE', signedByOther()],
    [
      'about another request',
      'statement',
      1,
      'OTHER_ENVELOPE',
      declinedWith(stating({ envelope: OTHER })),
    ],
    ['about another record', 'statement', 1, 'OTHER_RECORD', declinedWith(stating({ chainId: 2 }))],
    [
      'after another first entry',
      'statement',
      1,
      'OTHER_FIRST_ENTRY',
      declinedWith(stating({ firstEntry: OTHER })),
    ],
    ['of somebody else', 'key', 1, 'KEY_NOT_BOUND', declinedWith(stating({ recipient: 'mary' }))],
    [
      'with a changed reason',
      'values',
      1,
      'REASON_DIFFERS',
      changed((signed) => ({
        ...signed,
        revealed: [makeRevealed('reason', '', 'I agree.')],
      })),
    ],
    [
      'with another reason in the record',
      'values',
      1,
      'REASON_DIFFERS',
      declinedWith({ reason: 'I agree.' }),
    ],
    ['without a reason in the record', 'values', 1, 'REASON_DIFFERS', declinedWith({ reason: '' })],
    [
      'with a reason that nobody signed',
      'values',
      1,
      'REASON_DIFFERS',
      declinedWith({ reason: REASON }, []),
    ],
    [
      'that was a signature',
      'signature',
      0,
      'BAD_SIGNATURE',
      turned(0, { act: 'decline', values: [] }),
    ],
    [
      'turned into a signature',
      'signature',
      1,
      'BAD_SIGNATURE',
      turned(1, { act: 'sign', values: [] }),
    ],
    [
      'recorded for a signature',
      'statement',
      0,
      'NO_STEP',
      { ...declinedWith(), order: ['jane'], act: { jane: recordAsDeclined } },
    ],
    [
      'recorded as a signature',
      'statement',
      0,
      'NO_STEP',
      { order: ['jane'], act: { jane: recordAsSigned } },
    ],
    [
      'that the evidence lacks',
      'completion',
      null,
      'OTHER_STATEMENTS',
      evidenceWith((all) => all.slice(0, 1)),
    ],
    [
      'that is there twice',
      'completion',
      null,
      'OTHER_STATEMENTS',
      evidenceWith((all) => [...all, ...all.slice(1)]),
    ],
    [
      'that ends another request in the record',
      'completion',
      null,
      'END_NOT_IN_RECORD',
      {
        ...declinedWith(),
        record: (record) => ({ ...record, firstEntry: 'valid' }),
      },
    ],
  ])(
    'is broken by a refusal %s: %s of %p reports %s',
    async (_name, id, statement, reason, mutation) => {
      const result = await runMutation(keys, id, statement, { pdf: null, ...mutation })
      expect(result).toEqual(['failed', reason, 'broken'])
    },
  )
})

/** Jane signs, and Ann declines. */
function declinedWith(
  changes: Changes = {},
  values = [makeRevealed('reason', '', REASON)],
  prepare: (ceremony: Ceremony) => void = () => {},
): Mutation {
  return {
    order: ['jane', 'ann'],
    act: {
      ann: async (ceremony: Ceremony) => {
        ceremony.bind('ann', keys.ann, 'account')
        prepare(ceremony)
        await ceremony.act('ann', 'decline', values, changes)
      },
    },
    end: () => {},
  }
}

function stating(change: Partial<Statement>): Changes {
  return { statement: (statement) => ({ ...statement, ...change }) }
}

function withOtherKey(signed: SignedStatement): SignedStatement {
  return { ...signed, key: keys.other.publicKey }
}

/** Somebody else signs a statement that names the key of Ann. */
function signedByOther(): Mutation {
  const key = () => keys.ann.publicKey
  return declinedWith(
    {
      statement: (statement) => ({ ...statement, key: keyThumbprint(key()) }),
      signed: (signed) => ({ ...signed, key: key() }),
    },
    undefined,
    (ceremony) => void ceremony.keys.set('ann', keys.other),
  )
}

function evidenceWith(change: (statements: SignedStatement[]) => SignedStatement[]): Mutation {
  const evidence = (item: Evidence) => ({ ...item, statements: change(item.statements) })
  return { ...declinedWith(), evidence }
}

function withStatement(change: (signed: SignedStatement) => SignedStatement, index = 1) {
  return (evidence: Evidence): Evidence => ({
    ...evidence,
    statements: evidence.statements.map((signed, i) => (i === index ? change(signed) : signed)),
  })
}

function changed(change: (signed: SignedStatement) => SignedStatement, index = 1): Mutation {
  return { ...declinedWith(), evidence: withStatement(change, index) }
}

/** Changes what a statement says, but not its signature. */
function turned(index: number, change: Partial<Statement>): Mutation {
  return changed(
    (signed) => ({
      ...signed,
      statement: encodeStatement({ ...decodeStatement(signed.statement), ...change }),
      revealed: [],
    }),
    index,
  )
}

async function recordAsDeclined(ceremony: Ceremony): Promise<void> {
  join(ceremony, keys, 'jane')
  const digest = await ceremony.makeStatement('jane', 'sign', valuesOf('jane'), {})
  ceremony.add('declined', { recipient: 'jane', statement: toHex(digest), reason: '' })
}

async function recordAsSigned(ceremony: Ceremony): Promise<void> {
  join(ceremony, keys, 'jane')
  const digest = await ceremony.makeStatement('jane', 'decline', [], {})
  ceremony.add('signed', { recipient: 'jane', statement: toHex(digest) })
}
