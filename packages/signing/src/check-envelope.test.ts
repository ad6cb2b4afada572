import { expect, test } from '@jest/globals'
import type { Envelope } from './envelope.ts'
import { decodeEnvelope, encodeEnvelope } from './envelope-codec.ts'
import type { Field } from './field.ts'
import { codeOf } from './testing/code-of.ts'
import { sampleEnvelope, sampleField, sampleRecipient } from './testing/sample-envelope.ts'

const { documents, fields, recipients } = sampleEnvelope()
const withField = (field: Field): Partial<Envelope> => ({ fields: [...fields, field] })
const withGroup = (...changes: Partial<Field>[]) => ({
  fields: changes.map((change, index) =>
    sampleField(`y${index}`, 'jane', { type: 'radio', group: 'heating', ...change }),
  ),
})

/** Parts that contradict each other, and the code. */
const CONTRADICTIONS: [string, string, Partial<Envelope>][] = [
  ['no document', 'NO_DOCUMENT', { documents: [], fields: [] }],
  [
    'only viewers',
    'NO_PARTICIPANT',
    { recipients: [sampleRecipient('otto', { role: 'viewer' })], fields: [] },
  ],
  ['no consent text', 'NO_CONSENT', { consents: [] }],
  [
    'two recipients with one ID',
    'DUPLICATE_ID',
    { recipients: [...recipients, sampleRecipient('jane')] },
  ],
  ['two fields with one ID', 'DUPLICATE_ID', withField(sampleField('term', 'jane'))],
  [
    'the same document twice',
    'DUPLICATE_DOCUMENT',
    { documents: [...documents, ...documents.slice(0, 1)] },
  ],
  [
    'two consent texts of a language',
    'DUPLICATE_CONSENT',
    { consents: [...sampleEnvelope().consents, ...sampleEnvelope().consents] },
  ],
  [
    'known keys that are not sorted',
    'NOT_SORTED',
    {
      recipients: [
        sampleRecipient('jane', { knownKeys: [new Uint8Array(32).fill(2), new Uint8Array(32)] }),
      ],
      fields: [],
    },
  ],
  [
    'a relying party of another host',
    'BAD_SITE',
    { site: { origin: 'https://sign.example.com', rpId: 'gn.example.com' } },
  ],
  ['a field ID that begins another', 'AMBIGUOUS_FIELD_ID', withField(sampleField('te', 'jane'))],
  [
    'a field ID that continues another',
    'AMBIGUOUS_FIELD_ID',
    withField(sampleField('term1', 'jane')),
  ],
  ['a field of nobody', 'UNKNOWN_RECIPIENT', withField(sampleField('x', 'zoe'))],
  [
    'a field in no document',
    'UNKNOWN_DOCUMENT',
    withField(sampleField('x', 'jane', { document: 2 })),
  ],
  ['a field on no page', 'UNKNOWN_PAGE', withField(sampleField('x', 'jane', { page: 13 }))],
  [
    'a signature of an approver',
    'FIELD_NOT_ALLOWED',
    withField(sampleField('x', 'ann', { type: 'signature' })),
  ],
  ['a field that a viewer fills', 'FIELD_NOT_ALLOWED', withField(sampleField('x', 'otto'))],
  [
    'a radio button without a group',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { type: 'radio' })),
  ],
  [
    'a text field with a group',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { group: 'rent' })),
  ],
  [
    'a group of one button',
    'BAD_GROUP',
    withField(sampleField('x', 'jane', { type: 'radio', group: 'other' })),
  ],
  [
    'a group of two people',
    'BAD_GROUP',
    withField(sampleField('x', 'richard', { type: 'radio', group: 'rent' })),
  ],
  [
    'a group in two documents',
    'BAD_GROUP',
    withField(sampleField('x', 'jane', { type: 'radio', group: 'rent', document: 1 })),
  ],
  [
    'a group of which one button is not required',
    'BAD_GROUP',
    withField(sampleField('x', 'jane', { type: 'radio', group: 'rent', required: false })),
  ],
  [
    'a group of which one button has a label',
    'BAD_GROUP',
    withField(sampleField('x', 'jane', { type: 'radio', group: 'rent', label: 'Rent' })),
  ],
  ['a group with the ID of a field', 'DUPLICATE_ID', withField(sampleField('rent', 'jane'))],
  [
    'a group whose name continues the ID of a field',
    'AMBIGUOUS_FIELD_ID',
    withField(sampleField('ren', 'jane')),
  ],
  [
    'a dropdown without options',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { type: 'dropdown' })),
  ],
  [
    'an option twice',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { type: 'dropdown', validation: { options: ['a', 'a'] } })),
  ],
  [
    'a text with a minimum',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { validation: { minimum: 1 } })),
  ],
  [
    'a date with a length',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { type: 'date', validation: { maxLength: 5 } })),
  ],
  [
    'a shortest length above the longest one',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { validation: { minLength: 3, maxLength: 2 } })),
  ],
  [
    'a minimum above the maximum',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { type: 'number', validation: { minimum: 2, maximum: 1 } })),
  ],
  [
    'a company with a format',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { type: 'company', validation: { format: 'letters' } })),
  ],
  [
    'a format that no text of the allowed length has',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { validation: { format: 'email', maxLength: 5 } })),
  ],
  [
    'a text with decimal places',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { validation: { decimals: 2 } })),
  ],
  [
    'a text with an earliest day',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { validation: { earliest: '2026-12-01' } })),
  ],
  [
    'a day of signing with a latest day',
    'BAD_FIELD',
    withField(
      sampleField('x', 'jane', { type: 'signing-date', validation: { latest: '2026-12-01' } }),
    ),
  ],
  [
    'an earliest day after the latest one',
    'BAD_FIELD',
    withField(
      sampleField('x', 'jane', {
        type: 'date',
        validation: { earliest: '2026-12-02', latest: '2026-12-01' },
      }),
    ),
  ],
  [
    'a read-only date that depends on the day of signing',
    'BAD_FIELD',
    withField(
      sampleField('x', 'jane', {
        ...{ type: 'date', readOnly: true, required: false, default: '2026-12-01' },
        validation: { earliest: 'signing-day' },
      }),
    ),
  ],
  [
    'a read-only field that is required',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { readOnly: true, default: 'a' })),
  ],
  [
    'a read-only field without a default',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { readOnly: true, required: false })),
  ],
  [
    'a read-only signature',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { type: 'signature', readOnly: true, required: false })),
  ],
  [
    'a signature with a default',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { type: 'signature', default: 'a' })),
  ],
  [
    'a stamp with a default',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { type: 'stamp', default: 'a' })),
  ],
  [
    'a name with a default',
    'BAD_FIELD',
    withField(sampleField('x', 'jane', { type: 'name', default: 'Jane Roe' })),
  ],
  [
    'a default that is not a number',
    'BAD_DEFAULT',
    withField(sampleField('x', 'jane', { type: 'number', default: 'a' })),
  ],
  [
    'a default above the maximum',
    'BAD_DEFAULT',
    withField(
      sampleField('x', 'jane', { type: 'number', default: '5.1', validation: { maximum: 5 } }),
    ),
  ],
  [
    'a default in another format',
    'BAD_DEFAULT',
    withField(sampleField('x', 'jane', { default: 'Jane', validation: { format: 'email' } })),
  ],
  [
    'a default with too many decimal places',
    'BAD_DEFAULT',
    withField(
      sampleField('x', 'jane', { type: 'number', default: '5.10', validation: { decimals: 1 } }),
    ),
  ],
  [
    'a default before the earliest day',
    'BAD_DEFAULT',
    withField(
      sampleField('x', 'jane', {
        ...{ type: 'date', default: '2026-11-30' },
        validation: { earliest: '2026-12-01' },
      }),
    ),
  ],
  [
    'a default that is longer than the limit',
    'BAD_DEFAULT',
    withField(sampleField('x', 'jane', { default: 'abc', validation: { maxLength: 2 } })),
  ],
  [
    'a day that does not exist as the default',
    'BAD_DEFAULT',
    withField(sampleField('x', 'jane', { type: 'date', default: '2026-02-30' })),
  ],
  [
    'a default that is not an option',
    'BAD_DEFAULT',
    withField(
      sampleField('x', 'jane', { type: 'dropdown', default: 'c', validation: { options: ['a'] } }),
    ),
  ],
  [
    'a checkbox with another default than the value of a ticked one',
    'BAD_DEFAULT',
    withField(sampleField('x', 'jane', { type: 'checkbox', default: 'yes' })),
  ],
  [
    'two buttons of a group that are selected from the start',
    'BAD_GROUP',
    withGroup({ default: '1' }, { default: '1' }),
  ],
  [
    'a condition on a later field',
    'BAD_CONDITION',
    withField(sampleField('x', 'jane', { conditions: [{ field: 'y', is: 'filled' }] })),
  ],
  [
    'a condition on the field itself',
    'BAD_CONDITION',
    withField(sampleField('x', 'jane', { conditions: [{ field: 'x', is: 'filled' }] })),
  ],
  [
    'a condition on a field of a later recipient',
    'BAD_CONDITION',
    withField(sampleField('x', 'jane', { conditions: [{ field: 'comment', is: 'filled' }] })),
  ],
  [
    'a condition on a field of a recipient who acts at the same time',
    'BAD_CONDITION',
    withField(
      sampleField('x', 'richard', { conditions: [{ field: 'mary-signature', is: 'filled' }] }),
    ),
  ],
  [
    'a comparison without a value',
    'BAD_CONDITION',
    withField(sampleField('x', 'jane', { conditions: [{ field: 'term', is: 'equals' }] })),
  ],
]

test.each(CONTRADICTIONS)('refuses %s: %s', (_name, code, change) => {
  expect(codeOf(() => encodeEnvelope(sampleEnvelope(change)))).toBe(code)
})

test('a field keeps its default', () => {
  const fields = [
    sampleField('a', 'jane', { default: 'Two rooms', validation: { maxLength: 9 } }),
    sampleField('b', 'jane', { type: 'company', default: 'Roe Workshops' }),
    sampleField('c', 'jane', { type: 'number', default: '12.5', validation: { minimum: 12 } }),
    sampleField('d', 'jane', { type: 'date', default: '2026-02-28' }),
    sampleField('e', 'jane', { type: 'checkbox', default: '1' }),
    sampleField('f', 'jane', {
      type: 'dropdown',
      default: 'b',
      validation: { options: ['a', 'b'] },
    }),
    ...withGroup({}, { default: '1' }).fields,
    sampleField('g', 'jane', { readOnly: true, required: false, default: 'Springfield' }),
  ]
  expect(decodeEnvelope(encodeEnvelope(sampleEnvelope({ fields }))).fields).toEqual(fields)
})

test('a viewer may have a read-only field', () => {
  const field = sampleField('x', 'otto', { readOnly: true, required: false, default: 'a' })
  expect(codeOf(() => encodeEnvelope(sampleEnvelope(withField(field))))).toBe('accepted')
})
