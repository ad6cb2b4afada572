import { toHex } from '@inkproof/proof/bytes'
import { beforeAll, expect, test } from '@jest/globals'
import { type MutationRow, runMutation } from './testing/mutations.ts'
import { join, type SampleKeys, sampleKeys, valuesOf } from './testing/sample-request.ts'

const OTHER = new Uint8Array(32).fill(1)
const OTHER_HEX = toHex(OTHER)

let keys: SampleKeys

beforeAll(async () => {
  keys = await sampleKeys()
})

/** What only the completion detects: the recorded statement is not the one that is there. */
const RECORDED_OTHER: MutationRow = [
  'a completion with a statement that no step records',
  'completion',
  null,
  'OTHER_STATEMENTS',
  'broken',
  {
    act: {
      jane: async (ceremony) => {
        join(ceremony, keys, 'jane')
        await ceremony.makeStatement('jane', 'sign', valuesOf('jane'), {})
        ceremony.add('signed', { recipient: 'jane', statement: OTHER_HEX })
      },
    },
  },
]

const COMPLETION: MutationRow[] = [
  [
    'a withdrawn request',
    'completion',
    null,
    'ABORTED',
    'aborted',
    {
      order: ['jane'],
      end: (ceremony) => void ceremony.add('voided', { reason: 'No longer needed.' }),
      pdf: null,
    },
  ],
  [
    'an expired request',
    'completion',
    null,
    'ABORTED',
    'aborted',
    { order: ['jane'], end: (ceremony) => void ceremony.add('expired', {}), pdf: null },
  ],
  [
    'a request that goes on',
    'completion',
    null,
    'NOT_COMPLETED',
    'not-completed',
    { order: ['jane'], end: () => {}, pdf: null },
  ],
  [
    'the completion of other documents',
    'completion',
    null,
    'OTHER_DOCUMENTS',
    'broken',
    { end: (ceremony) => ceremony.complete({ documents: OTHER_HEX }) },
  ],
  [
    'a completion with another statement',
    'completion',
    null,
    'OTHER_STATEMENTS',
    'broken',
    { end: (ceremony) => ceremony.complete({ statements: OTHER_HEX }) },
  ],
  [
    'a completion with the statements in another order',
    'completion',
    null,
    'OTHER_STATEMENTS',
    'broken',
    {
      end: (ceremony) =>
        ceremony.complete({
          statements: ceremony.made
            .map(({ digest }) => toHex(digest))
            .toReversed()
            .join(' '),
        }),
    },
  ],
  [
    'a withheld statement',
    'completion',
    null,
    'OTHER_STATEMENTS',
    'broken',
    { evidence: (evidence) => ({ ...evidence, statements: evidence.statements.slice(1) }) },
  ],
  [
    'statements in another order',
    'completion',
    null,
    'OTHER_STATEMENTS',
    'broken',
    { evidence: (evidence) => ({ ...evidence, statements: evidence.statements.toReversed() }) },
  ],
  [
    'a completion after the deadline',
    'completion',
    null,
    'ANCHORED_TOO_LATE',
    'broken',
    { record: (record) => ({ ...record, anchoredAt: new Date('2026-12-24T13:00:01Z') }) },
  ],
  [
    'a completion that is not anchored',
    'completion',
    null,
    'ANCHOR_UNKNOWN',
    'incomplete',
    { record: (record) => ({ ...record, anchoredAt: null }) },
  ],
  [
    'an abort in the record',
    'completion',
    null,
    'ENDED_IN_RECORD',
    'aborted',
    { record: (record) => ({ ...record, firstEntry: 'ended' }) },
  ],
  [
    'an unknown status',
    'completion',
    null,
    'STATUS_UNKNOWN',
    'incomplete',
    { record: (record) => ({ ...record, firstEntry: 'unknown' }) },
  ],
]

test.each([RECORDED_OTHER, ...COMPLETION])(
  '%s: %s of %p reports %s, and the verdict is %s',
  async (_name, id, statement, reason, verdict, mutation) => {
    const [outcome, ...rest] = await runMutation(keys, id, statement, mutation)
    expect(outcome).toBe(verdict === 'incomplete' ? 'not checked' : 'failed')
    expect(rest).toEqual([reason, verdict])
  },
)

test('a completion counts if it is anchored exactly at the end of the grace', async () => {
  const record = { anchoredAt: new Date('2026-12-24T13:00:00Z') }
  const result = await runMutation(keys, 'completion', null, {
    record: (item) => ({ ...item, ...record }),
  })
  expect(result).toEqual(['passed', 'OK', 'verified'])
})
