import { toHex } from '@inkproof/proof/bytes'
import { beforeAll, expect, test } from '@jest/globals'
import type { Statement } from './statement.ts'
import { addressHash } from './step.ts'
import { type MutationRow, runMutation } from './testing/mutations.ts'
import type { Ceremony } from './testing/sample-ceremony.ts'
import { deriveBytes, sampleRecipient } from './testing/sample-envelope.ts'
import {
  join,
  type RequestChanges,
  type SampleKeys,
  sampleKeys,
  sampleRequest,
  valuesOf,
} from './testing/sample-request.ts'
import { verifyEvidence } from './verify-evidence.ts'

const OTHER = new Uint8Array(32).fill(1)

let keys: SampleKeys

beforeAll(async () => {
  keys = await sampleKeys()
})

/** Jane's statement is a changed one. */
const jane = (change: Partial<Statement>): RequestChanges => ({
  statements: { jane: { statement: (statement) => ({ ...statement, ...change }) } },
})

const STATEMENT: MutationRow[] = [
  ['another record', 'statement', 0, 'OTHER_RECORD', 'broken', jane({ origin: 'other.example' })],
  ['another chain', 'statement', 0, 'OTHER_RECORD', 'broken', jane({ chainId: 5 })],
  [
    'another first entry',
    'statement',
    0,
    'OTHER_FIRST_ENTRY',
    'broken',
    jane({ firstEntry: OTHER }),
  ],
  ['another envelope', 'statement', 0, 'OTHER_ENVELOPE', 'broken', jane({ envelope: OTHER })],
  [
    'one document instead of two',
    'statement',
    0,
    'OTHER_DOCUMENTS',
    'broken',
    jane({ documents: [deriveBytes('lease')] }),
  ],
  [
    'the documents in another order',
    'statement',
    0,
    'OTHER_DOCUMENTS',
    'broken',
    jane({ documents: [deriveBytes('inventory'), deriveBytes('lease')] }),
  ],
  [
    'an unknown recipient',
    'statement',
    0,
    'UNKNOWN_RECIPIENT',
    'broken',
    jane({ recipient: 'zoe' }),
  ],
  ['an approval by a signer', 'statement', 0, 'WRONG_ROLE', 'broken', jane({ act: 'approve' })],
  ['a signature of a viewer', 'statement', 0, 'WRONG_ROLE', 'broken', jane({ recipient: 'otto' })],
  [
    'a consent text that was not offered',
    'statement',
    0,
    'OTHER_CONSENT',
    'broken',
    jane({ consent: { language: 'en', version: '2026-11', fingerprint: OTHER } }),
  ],
  [
    'another version of the consent text',
    'statement',
    0,
    'OTHER_CONSENT',
    'broken',
    jane({ consent: { language: 'en', version: '2', fingerprint: deriveBytes('consent') } }),
  ],
  [
    'a consent that is not the recorded one',
    'statement',
    0,
    'OTHER_CONSENT',
    'broken',
    {
      act: {
        jane: async (ceremony) => {
          ceremony.bind('jane', keys.jane, 'mailbox')
          ceremony.add('consented', { recipient: 'jane', consent: toHex(OTHER) })
          await ceremony.act('jane', 'sign', valuesOf('jane'))
        },
      },
    },
  ],
  [
    'pages beyond the end',
    'statement',
    0,
    'BAD_VIEWED',
    'broken',
    jane({ viewed: [[[1, 13]], []] }),
  ],
  [
    'no list of pages for a document',
    'statement',
    0,
    'BAD_VIEWED',
    'broken',
    jane({ viewed: [[[1, 12]]] }),
  ],
  [
    'a statement that no step records',
    'statement',
    0,
    'NO_STEP',
    'broken',
    {
      act: {
        jane: async (ceremony) => {
          join(ceremony, keys, 'jane')
          await ceremony.makeStatement('jane', 'sign', valuesOf('jane'), {})
          ceremony.add('signed', { recipient: 'jane', statement: toHex(OTHER) })
        },
      },
    },
  ],
  [
    'a signature recorded as an approval',
    'statement',
    0,
    'NO_STEP',
    'broken',
    {
      act: {
        jane: async (ceremony) => {
          join(ceremony, keys, 'jane')
          const digest = await ceremony.makeStatement('jane', 'sign', valuesOf('jane'), {})
          ceremony.add('approved', { recipient: 'jane', statement: toHex(digest) })
        },
      },
    },
  ],
  [
    'a statement by somebody who had handed over',
    'statement',
    0,
    'HANDED_OVER',
    'broken',
    {
      act: {
        jane: async (ceremony) => {
          join(ceremony, keys, 'jane')
          await ceremony.makeStatement('jane', 'sign', valuesOf('jane'), {})
          ceremony.add('handed-over', {
            recipient: 'jane',
            to: 'zoe',
            epoch: '2',
            name: 'Zoe Roe',
            email: 'zoe@example.com',
            language: 'en',
          })
        },
      },
    },
  ],
  [
    'bytes that are no statement',
    'statement',
    0,
    'BAD_CBOR',
    'broken',
    {
      evidence: (evidence) => ({
        ...evidence,
        statements: evidence.statements.map((signed, i) =>
          i === 0 ? { ...signed, statement: OTHER } : signed,
        ),
      }),
    },
  ],
]

test.each([...STATEMENT])(
  '%s: %s of %p reports %s, and the verdict is %s',
  async (_name, id, statement, reason, verdict, mutation) => {
    const [outcome, ...rest] = await runMutation(keys, id, statement, mutation)
    expect(outcome).toBe(verdict === 'incomplete' ? 'not checked' : 'failed')
    expect(rest).toEqual([reason, verdict])
  },
)

/** Zoe has taken the place of a recipient, and signs. */
async function signAsZoe(ceremony: Ceremony, person: 'jane' | 'richard'): Promise<void> {
  if (!ceremony.people.has('zoe')) ceremony.people.set('zoe', sampleRecipient('zoe'))
  ceremony.bind('zoe', keys.other, 'mailbox', {
    epoch: '2',
    address: toHex(addressHash('zoe@example.com')),
  })
  ceremony.consent('zoe')
  await ceremony.act('zoe', 'sign', valuesOf(person))
}

test.each(['handed-over', 'corrected'] as const)(
  'a statement by the person who replaced a recipient verifies: %s',
  async (type) => {
    const result = await runMutation(keys, 'statement', 0, {
      act: {
        jane: async (ceremony) => {
          ceremony.add(type, {
            recipient: 'jane',
            to: 'zoe',
            epoch: '2',
            name: 'Zoe Roe',
            email: 'zoe@example.com',
            language: 'en',
          })
          await signAsZoe(ceremony, 'jane')
        },
      },
    })
    expect(result).toEqual(['passed', 'OK', 'verified'])
  },
)

test('a statement by a recipient at a new address verifies after others have signed, under the same name', async () => {
  const { input } = await sampleRequest(keys, {
    act: {
      richard: async (ceremony) => {
        // Says nothing about whether the request has reached him.
        ceremony.add('extended', { recipient: 'richard', until: '2026-12-24T12:00:00Z' })
        ceremony.add('readdressed', {
          recipient: 'richard',
          to: 'zoe',
          epoch: '2',
          before: 'richard@example.com',
          email: 'zoe@example.com',
          language: 'en',
        })
        ceremony.people.set('zoe', { ...sampleRecipient('zoe'), name: 'Richard Roe' })
        await signAsZoe(ceremony, 'richard')
      },
    },
  })
  const { participants, replacements, verdict } = await verifyEvidence(input)
  expect(verdict).toBe('verified')
  expect(participants[1]).toMatchObject({ name: 'Richard Roe', email: 'zoe@example.com' })
  expect(replacements).toMatchObject([
    {
      type: 'readdressed',
      before: { name: 'Richard Roe', email: 'richard@example.com' },
      after: { name: 'Richard Roe', email: 'zoe@example.com' },
      isAfterStatement: true,
    },
  ])
})
