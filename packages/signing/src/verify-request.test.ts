import type { Opening } from '@inkproof/proof/leaf'
import { beforeAll, expect, test } from '@jest/globals'
import type { Evidence } from './evidence.ts'
import { type MutationRow, runMutation } from './testing/mutations.ts'
import { type Person, type SampleKeys, sampleKeys } from './testing/sample-request.ts'

const OTHER = new Uint8Array(32).fill(1)

let keys: SampleKeys

beforeAll(async () => {
  keys = await sampleKeys()
})

const EVIDENCE: MutationRow[] = [
  ['no JSON', 'evidence', null, 'BAD_EVIDENCE', 'broken', { text: () => '%PDF-1.7' }],
  ['a JSON list', 'evidence', null, 'BAD_EVIDENCE', 'broken', { text: () => '[]' }],
  [
    'another format',
    'evidence',
    null,
    'BAD_EVIDENCE',
    'broken',
    { text: (text) => text.replace('inkproof/evidence/v1', 'inkproof/revocation/v1') },
  ],
  [
    'a later version',
    'evidence',
    null,
    'UNKNOWN_VERSION',
    'broken',
    { text: (text) => text.replace('evidence/v1', 'evidence/v2') },
  ],
  [
    'no steps',
    'evidence',
    null,
    'BAD_EVIDENCE',
    'broken',
    { text: (text) => text.replace('"steps"', '"step"') },
  ],
  [
    'an unknown key',
    'evidence',
    null,
    'NOT_CANONICAL',
    'broken',
    { text: (text) => text.replace('{\n', '{\n  "a": 1,\n') },
  ],
  [
    'another indentation',
    'evidence',
    null,
    'NOT_CANONICAL',
    'broken',
    { text: (text) => text.replace('\n  "', '\n "') },
  ],
  [
    'too long a proof',
    'evidence',
    null,
    'TOO_LONG',
    'broken',
    { text: (text) => text.replace('"proof": "', `"proof": "${'a'.repeat(4 * 1024 * 1024)}`) },
  ],
]

const changeEnvelope = (envelope: Uint8Array) => (evidence: Evidence) => ({ ...evidence, envelope })
const changeSteps = (change: (steps: Opening[]) => Opening[]) => (evidence: Evidence) => ({
  ...evidence,
  steps: change(evidence.steps),
})

const ENVELOPE: MutationRow[] = [
  [
    'bytes that are no envelope',
    'envelope',
    null,
    'WRONG_TYPE',
    'broken',
    { evidence: changeEnvelope(Uint8Array.of(0)) },
  ],
  [
    'a digest of an envelope',
    'envelope',
    null,
    'BAD_CBOR',
    'broken',
    { evidence: changeEnvelope(OTHER) },
  ],
]

const RECORD: MutationRow[] = [
  [
    'the proof file of another entry, without a record',
    'record',
    null,
    'PROOF_OF_OTHER_ENTRY',
    'broken',
    { evidence: changeSteps((steps) => steps.slice(0, -1)), record: null },
  ],
  ['no record', 'record', null, 'NO_INPUT', 'incomplete', { record: null }],
  [
    'an invalid proof',
    'record',
    null,
    'RECORD_FAILED',
    'broken',
    { record: (record) => ({ ...record, outcome: 'failed' }) },
  ],
  [
    'a proof that could not be checked',
    'record',
    null,
    'RECORD_NOT_CHECKED',
    'incomplete',
    { record: (record) => ({ ...record, outcome: 'not checked' }) },
  ],
  [
    'the verification of another entry',
    'record',
    null,
    'PROOF_OF_OTHER_ENTRY',
    'broken',
    { record: (record) => ({ ...record, leaf: OTHER }) },
  ],
  [
    'the proof file of another entry',
    'record',
    null,
    'PROOF_OF_OTHER_ENTRY',
    'broken',
    { evidence: (evidence) => ({ ...evidence, steps: evidence.steps.slice(0, -1) }) },
  ],
  [
    'no proof file',
    'record',
    null,
    'BAD_PROOF_FILE',
    'broken',
    { evidence: (evidence) => ({ ...evidence, proof: '' }) },
  ],
]

const without = (person: Person): Person[] =>
  (['jane', 'richard', 'mary', 'ann'] as const).filter((item) => item !== person)

const PARTICIPANTS: MutationRow[] = [
  [
    'a missing signer',
    'participants',
    null,
    'STATEMENT_MISSING',
    'broken',
    { order: without('mary') },
  ],
  [
    'a missing approver',
    'participants',
    null,
    'STATEMENT_MISSING',
    'broken',
    { order: without('ann') },
  ],
  [
    'a statement twice',
    'participants',
    null,
    'STATEMENT_REPEATED',
    'broken',
    {
      evidence: (evidence) => ({
        ...evidence,
        statements: evidence.statements.flatMap((item, i) => (i === 0 ? [item, item] : [item])),
      }),
    },
  ],
]

const ORDER: MutationRow[] = [
  [
    'the approver before the signers',
    'order',
    null,
    'OUT_OF_ORDER',
    'broken',
    { order: ['jane', 'ann', 'richard', 'mary'] },
  ],
  [
    'the first signer after the second',
    'order',
    null,
    'OUT_OF_ORDER',
    'broken',
    { order: ['richard', 'jane', 'mary', 'ann'] },
  ],
]

test.each([...EVIDENCE, ...ENVELOPE, ...RECORD, ...PARTICIPANTS, ...ORDER])(
  '%s: %s of %p reports %s, and the verdict is %s',
  async (_name, id, statement, reason, verdict, mutation) => {
    const [outcome, ...rest] = await runMutation(keys, id, statement, mutation)
    expect(outcome).toBe(verdict === 'incomplete' ? 'not checked' : 'failed')
    expect(rest).toEqual([reason, verdict])
  },
)

test('signers of the same order number may sign in any order', async () => {
  const result = await runMutation(keys, 'order', null, {
    order: ['jane', 'mary', 'richard', 'ann'],
  })
  expect(result).toEqual(['passed', 'OK', 'verified'])
})

test('checks that depend on an unreadable part are not made', async () => {
  const result = await runMutation(keys, 'order', null, { text: () => '' })
  expect(result).toEqual(['not checked', 'NOT_READ', 'broken'])
})
