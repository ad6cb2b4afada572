/** Fields with which signing does not start, and what the envelope contains of them. */
import { fromBase64Url } from '@inkproof/proof/bytes'
import type { FieldRequest, FieldSettings } from '@inkproof/protocol/envelope-fields'
import { StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { EnvelopeRow } from './envelopes.model.ts'
import { type EnvelopeSystem, field, openEnvelopeSystem } from './testing/envelope-system.ts'
import { FOUR } from './testing/recipients.ts'
import { refusalOf } from './testing/refusal-of-start.ts'

let system: EnvelopeSystem
/** No refused start changes it. */
let refused: EnvelopeRow
beforeAll(async () => {
  system = await openEnvelopeSystem()
  refused = await system.draft()
})
afterAll(() => system.close())

const [, first] = FOUR.fields

test.each([
  ['for an approver', [...FOUR.fields, field('text', { recipient: 3 })]],
  ['for nobody', [...FOUR.fields, field('text', { recipient: 4 })]],
  ['without a signer’s signature', FOUR.fields.filter((item) => item !== first)],
  ['with a signer’s second signature', [...FOUR.fields, field('signature', { recipient: 1 })]],
])('fields %s are refused', async (_name, fields) => {
  expect((await refusalOf(system, refused, { fields }))[0]).toBe('FIELDS_REFUSED')
})

const OPTIONS = { options: ['a', 'b'] }
const radio = (change: Partial<FieldRequest>) =>
  field('radio', { recipient: 1, settings: { group: 0 }, ...change })
const PRESET = { settings: { group: 0, default: '1' } }

const ruled = (
  type: FieldRequest['type'],
  validation: FieldSettings['validation'],
  preset?: string,
) => field(type, { settings: { validation, ...(preset && { default: preset }) } })

/** Index of the first field that a test adds, and of a text of the sample. */
const NEXT = FOUR.fields.length
const TEXT = FOUR.fields.findIndex(({ type }) => type === 'text')
const LIST = field('dropdown', { settings: { validation: OPTIONS } })

/** Settings with a condition: that a field, by default the first one that is added, has a value, by default `1`. */
const condition = ({ field: on = NEXT, value = '1' }: { field?: number; value?: string }) => ({
  conditions: [{ field: on, is: 'equals' as const, value }],
})
const shownIf = (
  type: FieldRequest['type'],
  { recipient: owner = 0, ...on }: { field?: number; value?: string; recipient?: number },
) => field(type, { recipient: owner, settings: condition(on) })

test.each<[string, FieldRequest[]]>([
  ['a drop-down list without options', [field('dropdown')]],
  ['an option twice', [field('dropdown', { settings: { validation: { options: ['a', 'a'] } } })]],
  ['limits of a text', [field('text', { settings: { validation: { minimum: 1 } } })]],
  ['a length of a number', [field('number', { settings: { validation: { maxLength: 1 } } })]],
  [
    'a minimum above the maximum',
    [field('number', { settings: { validation: { minimum: 2, maximum: 1 } } })],
  ],
  ['options of a text', [field('text', { settings: { validation: OPTIONS } })]],
  ['a radio button without a group', [field('radio')]],
  ['a group of a checkbox', [field('checkbox', { settings: { group: 0 } })]],
  ['a group of one button', [radio({})]],
  ['a group of two people', [radio({}), radio({ recipient: 2 })]],
  ['a group of which one button is not required', [radio({}), radio({ required: false })]],
  ['a group with two defaults', [radio(PRESET), radio(PRESET)]],
  ['a group with two labels', [radio({}), radio({ settings: { group: 0, label: 'Rent' } })]],
  ['a default of a name', [field('name', { settings: { default: 'Jane Roe' } })]],
  ['a default that is not a date', [field('date', { settings: { default: '2026-02-30' } })]],
  [
    'a default that is not an option',
    [field('dropdown', { settings: { default: 'c', validation: OPTIONS } })],
  ],
  [
    'a default below the minimum',
    [field('number', { settings: { default: '1', validation: { minimum: 2 } } })],
  ],
  [
    'a default above the length',
    [field('company', { settings: { default: 'Roe', validation: { maxLength: 2 } } })],
  ],
  ['a shortest length above the longest', [ruled('text', { minLength: 3, maxLength: 2 })]],
  ['a format longer than the text', [ruled('text', { format: 'email', maxLength: 5 })]],
  ['a format of a company', [ruled('company', { format: 'letters' })]],
  ['decimal places of a text', [ruled('text', { decimals: 2 })]],
  ['a latest day of a text', [ruled('text', { latest: '2099-01-01' })]],
  [
    'an earliest day after the latest one',
    [ruled('date', { earliest: '2099-01-02', latest: '2099-01-01' })],
  ],
  [
    'a date that cannot be in the past and must be',
    [ruled('date', { earliest: 'signing-day', latest: '2020-01-01' })],
  ],
  ['a default in another format', [ruled('text', { format: 'email' }, 'Jane')]],
  ['a default that is not a whole number', [ruled('number', { decimals: 0 }, '1.5')]],
  ['a default in the past', [ruled('date', { earliest: 'signing-day' }, '2020-01-01')]],
  ['a condition on the field itself', [shownIf('checkbox', {})]],
  ['a condition on a later field', [shownIf('text', { field: NEXT + 1 }), field('checkbox')]],
  ['a condition on a field that does not exist', [shownIf('text', { field: 400 })]],
  ['a condition on a text', [shownIf('initials', { recipient: 2, field: TEXT })]],
])('%s is refused', async (_name, added) => {
  const [code, path] = await refusalOf(system, refused, { fields: [...FOUR.fields, ...added] })
  expect([code, path?.split('.').slice(0, 3).join('.')]).toEqual([
    'FIELDS_REFUSED',
    `fields.${FOUR.fields.length}.settings`,
  ])
})

test.each<[string, FieldRequest[]]>([
  ['of a signature', [field('checkbox'), shownIf('signature', {})]],
  [
    'on a field of somebody else',
    [field('checkbox', { recipient: 1 }), shownIf('text', { recipient: 2 })],
  ],
  ['on an option that does not exist', [LIST, shownIf('text', { value: 'c' })]],
  ['on another value than that of a box', [field('checkbox'), shownIf('text', { value: '2' })]],
  [
    'on a button of its own group',
    [radio({}), radio({ settings: { group: 0, ...condition({}) } })],
  ],
  [
    'of one button of a group',
    [
      field('checkbox', { recipient: 1 }),
      radio({ settings: { group: 0, ...condition({}) } }),
      radio({}),
    ],
  ],
])('a condition %s is refused', async (_name, added) => {
  const [code, path] = await refusalOf(system, refused, { fields: [...FOUR.fields, ...added] })
  expect([code, path?.split('.').at(-1)]).toEqual(['FIELDS_REFUSED', 'conditions'])
})

test.each<[string, FieldRequest]>([
  ['that is required', field('text', { settings: { default: 'Two rooms', readOnly: true } })],
  ['without a default', field('text', { required: false, settings: { readOnly: true } })],
  [
    'that depends on the day of signing',
    field('date', {
      required: false,
      settings: { default: '2099-01-01', readOnly: true, validation: { earliest: 'signing-day' } },
    }),
  ],
  ['for a signature', field('signature', { required: false, settings: { readOnly: true } })],
  ['for initials', field('initials', { required: false, settings: { readOnly: true } })],
])('a read-only field %s is refused', async (_name, added) => {
  expect(await refusalOf(system, refused, { fields: [...FOUR.fields, added] })).toEqual([
    'FIELDS_REFUSED',
    `fields.${FOUR.fields.length}.settings`,
  ])
})

test('read-only texts that a signer could not state are refused', async () => {
  const settings = { default: 'x'.repeat(10_000), readOnly: true }
  const long = Array.from({ length: 34 }, () => field('text', { required: false, settings }))
  expect(await refusalOf(system, refused, { fields: [...FOUR.fields, ...long] })).toEqual([
    'FIELDS_REFUSED',
    'fields',
  ])
})

test('the envelope contains the defaults and the conditions', async () => {
  const added = [
    field('text', { settings: { default: ' Two  rooms', validation: { maxLength: 20 } } }),
    radio({ required: false }),
    radio({ required: false, settings: { ...PRESET.settings, readOnly: true } }),
    LIST,
    shownIf('initials', { field: NEXT + 3, value: 'b' }),
  ]
  const { request } = await system.started(
    StartEnvelopeRequest.parse({ ...FOUR, fields: [...FOUR.fields, ...added] }),
  )
  const { fields } = decodeEnvelope(fromBase64Url(request?.envelope ?? ''))
  const defaults = fields.flatMap(({ default: preset, readOnly, type }) =>
    preset ? [[type, preset, readOnly]] : [],
  )
  expect(defaults).toEqual([
    ['text', 'Two rooms', false],
    ['radio', '1', true],
  ])
  const list = fields.find(({ type }) => type === 'dropdown')
  expect(fields.find(({ type }) => type === 'initials')?.conditions).toEqual([
    { field: list?.id, is: 'equals', value: 'b' },
  ])
})
