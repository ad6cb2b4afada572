import { toHex } from '@inkproof/proof/bytes'
import { beforeAll, expect, test } from '@jest/globals'
import type { Envelope } from './envelope.ts'
import type { PdfResult } from './evidence-context.ts'
import type { Field } from './field.ts'
import { type HiddenValue, hideValue, isRevealed, makeRevealed } from './hidden-value.ts'
import { type MutationRow, runMutation } from './testing/mutations.ts'
import { JANES_VALUES, sampleValues } from './testing/sample-ceremony.ts'
import { sampleField } from './testing/sample-envelope.ts'
import { type RequestChanges, type SampleKeys, sampleKeys } from './testing/sample-request.ts'

const OTHER = new Uint8Array(32).fill(1)

let keys: SampleKeys

beforeAll(async () => {
  keys = await sampleKeys()
})

/** Jane enters these values instead. */
const enters = (values: Record<string, string>): RequestChanges => ({
  values: { jane: sampleValues(values) },
})

/** Jane enters these values instead, and attaches a file. */
const attaches = (values: Record<string, string>): RequestChanges => {
  const file = { fingerprint: OTHER, fileName: 'passport.pdf' }
  return {
    values: { jane: [...sampleValues(values), makeRevealed('attachment', 'identity', file)] },
  }
}

const withFields = (change: (envelope: Envelope) => Partial<Envelope>): RequestChanges => ({
  envelope: (envelope) => ({ ...envelope, ...change(envelope) }),
})

/** Richard's statement says that he saw other values. */
const richardSaw = (change: (seen: HiddenValue[]) => HiddenValue[]): RequestChanges => ({
  statements: {
    richard: { statement: (statement) => ({ ...statement, seen: change(statement.seen) }) },
  },
})

/** Jane's term is a field with these rules, into which she enters this. */
const ruled = (
  type: Field['type'],
  validation: Field['validation'],
  term: string,
): RequestChanges => ({
  ...withFields(({ fields }) => ({
    fields: fields.map((field) => (field.id === 'term' ? { ...field, type, validation } : field)),
  })),
  ...enters({ ...JANES_VALUES, term }),
})

const HAS_PET = { ...JANES_VALUES, pets: '1', 'kind-of-pet': 'cat', '@kind-of-pet': 'stream' }

/** The read-only field is shown only if Jane has a pet, and `parking` only if that field has a value. */
const HIDDEN_PLACE = withFields(({ fields }) => ({
  fields: [
    ...fields.map((field) =>
      field.id === 'place'
        ? { ...field, conditions: [{ field: 'pets', is: 'filled' as const }] }
        : field,
    ),
    sampleField('parking', 'jane', { conditions: [{ field: 'place', is: 'filled' }] }),
  ],
}))

const withoutPlace = (pdf: PdfResult): PdfResult => {
  const content = new Map(pdf.content)
  content.delete('place')
  return { ...pdf, content }
}

const VALUES: MutationRow[] = [
  [
    'a field of somebody else',
    'values',
    0,
    'OTHER_FIELD',
    'broken',
    enters({ ...JANES_VALUES, '@richard-signature': 'stream' }),
  ],
  [
    'another value of a read-only field',
    'values',
    0,
    'DEFAULT_CHANGED',
    'broken',
    enters({ ...JANES_VALUES, place: 'Shelbyville', '@place': 'stream' }),
  ],
  [
    'a read-only field without its appearance',
    'values',
    0,
    'APPEARANCE_MISSING',
    'broken',
    enters({ ...JANES_VALUES, place: 'Springfield' }),
  ],
  [
    'a text as signature',
    'values',
    0,
    'WRONG_VALUE_KIND',
    'broken',
    enters({ ...JANES_VALUES, 'jane-signature': 'Jane' }),
  ],
  [
    'an attachment without an appearance',
    'values',
    0,
    'APPEARANCE_MISSING',
    'broken',
    attaches({ ...JANES_VALUES }),
  ],
  [
    'only the appearance of a required attachment',
    'values',
    0,
    'VALUE_MISSING',
    'broken',
    {
      ...withFields(({ fields }) => ({
        fields: fields.map((field) =>
          field.id === 'identity' ? { ...field, required: true } : field,
        ),
      })),
      ...enters({ ...JANES_VALUES, '@identity': 'stream' }),
    },
  ],
  [
    'a text as attachment',
    'values',
    0,
    'WRONG_VALUE_KIND',
    'broken',
    enters({ ...JANES_VALUES, identity: 'passport.pdf', '@identity': 'stream' }),
  ],
  [
    'a value that is not allowed',
    'values',
    0,
    'INVALID_VALUE',
    'broken',
    enters({ ...JANES_VALUES, term: '61' }),
  ],
  [
    'a text in another format',
    'values',
    0,
    'INVALID_VALUE',
    'broken',
    ruled('text', { format: 'email' }, 'jane'),
  ],
  [
    'another number of decimal places',
    'values',
    0,
    'INVALID_VALUE',
    'broken',
    ruled('number', { decimals: 2 }, '12.5'),
  ],
  [
    'a date before the day of signing',
    'values',
    0,
    'INVALID_VALUE',
    'broken',
    ruled('date', { earliest: 'signing-day' }, '2026-01-01'),
  ],
  ['a text as stamp', 'values', 0, 'WRONG_VALUE_KIND', 'broken', ruled('stamp', {}, 'Roe Ltd')],
  [
    'no stamp',
    'values',
    0,
    'VALUE_MISSING',
    'broken',
    { ...ruled('stamp', {}, ''), ...enters({ '@jane-signature': 'stream', monthly: '1' }) },
  ],
  [
    'no appearance of a text',
    'values',
    0,
    'APPEARANCE_MISSING',
    'broken',
    enters({ term: '12', '@jane-signature': 'stream', monthly: '1' }),
  ],
  [
    'two options of a group',
    'values',
    0,
    'SEVERAL_SELECTED',
    'broken',
    enters({ ...JANES_VALUES, yearly: '1' }),
  ],
  [
    'no signature',
    'values',
    0,
    'VALUE_MISSING',
    'broken',
    enters({ term: '12', '@term': 'stream', monthly: '1' }),
  ],
  [
    'no option of a required group',
    'values',
    0,
    'VALUE_MISSING',
    'broken',
    enters({ term: '12', '@term': 'stream', '@jane-signature': 'stream' }),
  ],
  [
    'no value of a field whose condition holds',
    'values',
    0,
    'VALUE_MISSING',
    'broken',
    enters({ ...JANES_VALUES, pets: '1' }),
  ],
  [
    'a value of a field whose condition does not hold',
    'values',
    0,
    'NOT_SHOWN',
    'broken',
    enters({ ...JANES_VALUES, 'kind-of-pet': 'cat', '@kind-of-pet': 'stream' }),
  ],
  [
    'only the appearance of a field whose condition does not hold',
    'values',
    0,
    'NOT_SHOWN',
    'broken',
    enters({ ...JANES_VALUES, '@kind-of-pet': 'stream' }),
  ],
  [
    'a read-only field whose condition does not hold',
    'values',
    0,
    'NOT_SHOWN',
    'broken',
    { ...HIDDEN_PLACE, ...enters({ ...JANES_VALUES, place: 'Springfield', '@place': 'stream' }) },
  ],
  [
    'the default of a read-only field whose condition does not hold in the PDF',
    'document',
    null,
    'DEFAULT_CHANGED',
    'broken',
    HIDDEN_PLACE,
  ],
  [
    'a read-only field whose condition holds, empty in the PDF',
    'document',
    null,
    'DEFAULT_CHANGED',
    'broken',
    { ...HIDDEN_PLACE, ...enters(HAS_PET), pdf: withoutPlace },
  ],
  [
    'another value than the one that was hashed',
    'values',
    0,
    'VALUE_DIFFERS',
    'broken',
    {
      statements: {
        jane: {
          signed: (signed) => ({
            ...signed,
            revealed: signed.revealed.map((item) =>
              item.kind === 'value' && item.field === 'term'
                ? { ...item, content: Uint8Array.of(0x33) }
                : item,
            ),
          }),
        },
      },
    },
  ],
  [
    'a value that was not hashed',
    'values',
    0,
    'VALUE_DIFFERS',
    'broken',
    {
      statements: {
        jane: {
          signed: (signed) => ({
            ...signed,
            revealed: [...signed.revealed, makeRevealed('value', 'yearly', '1')],
          }),
        },
      },
    },
  ],
]

const SEEN: MutationRow[] = [
  [
    'a value that nobody entered',
    'seen',
    1,
    'SEEN_UNKNOWN',
    'broken',
    richardSaw((seen) => [...seen, { field: 'yearly', kind: 'value', hash: OTHER }]),
  ],
  [
    'another value than the one entered',
    'seen',
    1,
    'SEEN_DIFFERS',
    'broken',
    richardSaw((seen) => seen.map((item) => ({ ...item, hash: OTHER }))),
  ],
  [
    'a value that was entered later',
    'seen',
    1,
    'SEEN_TOO_EARLY',
    'broken',
    richardSaw(() => [{ field: 'mary-signature', kind: 'appearance', hash: OTHER }]),
  ],
]

test.each([...VALUES, ...SEEN])(
  '%s: %s of %p reports %s, and the verdict is %s',
  async (_name, id, statement, reason, verdict, mutation) => {
    const [outcome, ...rest] = await runMutation(keys, id, statement, mutation)
    expect(outcome).toBe(verdict === 'incomplete' ? 'not checked' : 'failed')
    expect(rest).toEqual([reason, verdict])
  },
)

test('a required field whose condition does not hold may be empty, and one whose condition is withheld too', async () => {
  expect(await runMutation(keys, 'values', 0, enters(HAS_PET))).toEqual([
    'passed',
    'OK',
    'verified',
  ])
  const withheld = await runMutation(keys, 'values', 0, {
    ...enters({ ...JANES_VALUES, pets: '1' }),
    statements: { jane: { signed: (signed) => ({ ...signed, revealed: [] }) } },
    pdf: null,
  })
  expect(withheld).toEqual(['passed', 'OK', 'incomplete'])
})

test.each([
  ['values', 0],
  ['document', null],
] as const)(
  '%s: a read-only field that is not shown is empty, and has no value for other conditions',
  async (id, statement) => {
    const changes = { ...HIDDEN_PLACE, pdf: withoutPlace }
    expect(await runMutation(keys, id, statement, changes)).toEqual(['passed', 'OK', 'verified'])
  },
)

test.each<[Field['type'], Field['validation'], string]>([
  ['text', { format: 'email' }, 'jane@example.com'],
  ['number', { decimals: 2 }, '12.50'],
])('the value of a %s with the rules %j can be %s', async (type, validation, term) => {
  const changes = { ...ruled(type, validation, term), pdf: null }
  expect((await runMutation(keys, 'values', 0, changes)).slice(0, 2)).toEqual(['passed', 'OK'])
})

test.each(['document', 'values', 'content'] as const)(
  '%s: the default of a read-only field can be stated',
  async (id) => {
    const stated = enters({ ...JANES_VALUES, place: 'Springfield', '@place': 'stream' })
    const statement = id === 'document' ? null : 0
    expect(await runMutation(keys, id, statement, stated)).toEqual(['passed', 'OK', 'verified'])
  },
)

test('the hash of a value in a statement is that of its field and kind', () => {
  const revealed = makeRevealed('value', 'term', '12')
  const hashes = [
    revealed,
    { ...revealed, field: 'terms' },
    { ...revealed, kind: 'reason' as const },
  ]
  expect(new Set(hashes.map((item) => toHex(hideValue(item).hash))).size).toBe(3)
})

test('a revealed value is not that of another field with the same hash', () => {
  const revealed = makeRevealed('value', 'term', '12')
  expect(isRevealed(hideValue(revealed), revealed)).toBe(true)
  expect(isRevealed({ ...hideValue(revealed), field: 'rent' }, revealed)).toBe(false)
})

test('an additional field that was required and not filled is reported', async () => {
  const mutation = withFields(({ fields }) => ({
    fields: [...fields, sampleField('deposit', 'richard')],
  }))
  expect(await runMutation(keys, 'values', 1, mutation)).toEqual([
    'failed',
    'VALUE_MISSING',
    'broken',
  ])
})
