/** Recipients and fields with which signing does not start, and what a start stores. */
import { signElsewhere } from '@inkproof/pdf-signatures/testing/finished-signed-upload'
import { overwrite } from '@inkproof/pdf-signatures/testing/updates'
import type { PreparedField } from '@inkproof/pdf-signing/fields'
import type { PreparedPdf } from '@inkproof/pdf-signing/prepare'
import { fromBase64Url } from '@inkproof/proof/bytes'
import type { FieldRequest, FieldSettings } from '@inkproof/protocol/envelope-fields'
import { type RecipientRequest, StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import { AppError } from '@inkproof/service-kit/app-error'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { isAccessCode } from './access-code.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { type StartDeps, startRequest } from './start-request.ts'
import {
  type EnvelopeSystem,
  field,
  JANE,
  newId,
  openEnvelopeSystem,
  START,
} from './testing/envelope-system.ts'
import { createPasskeySigner } from './testing/passkey-signer.ts'
import { FOUR, recipient } from './testing/recipients.ts'

let system: EnvelopeSystem
/** No refused start changes it. */
let refused: EnvelopeRow
beforeAll(async () => {
  system = await openEnvelopeSystem()
  refused = await system.draft()
  system.passkeys.push({ ...PASSKEY.known, accountId: JANE.accountId })
})
afterAll(() => system.close())

/** Returns the code and the path of the first issue. */
async function refusalOf(change: Partial<StartEnvelopeRequest>): Promise<(string | undefined)[]> {
  const found = await startRequest(system.deps, JANE, refused, { ...FOUR, ...change }).then(
    () => ['accepted'],
    ({ code, details }: AppError) => [code, details.issues?.[0]?.path],
  )
  expect(await system.read(refused._id)).toEqual(refused)
  return found
}

/** The recipients, with another third one. */
const others = (changed: Partial<RecipientRequest>) =>
  FOUR.recipients.map((item, index) => (index === 2 ? { ...item, ...changed } : item))

const WALLET = `0x${'ab'.repeat(20)}`
const PASSKEY = createPasskeySigner()
const APPROVER = recipient('Ann', 1, { role: 'approver' })

test.each<[string, Partial<StartEnvelopeRequest>, string]>([
  [
    'no signer and no approver',
    { recipients: [recipient('Ann', 1, { role: 'viewer' })], fields: [] },
    'recipients',
  ],
  [
    'an address twice',
    { recipients: others({ email: 'ANN.archer@example.com' }) },
    'recipients.2.email',
  ],
  [
    'the sender’s own address',
    { recipients: others({ email: 'jane@Example.com' }) },
    'recipients.2.email',
  ],
  ['a wallet of another person', { recipients: others({ wallet: WALLET }) }, 'recipients.2.wallet'],
  [
    'a passkey of the account for another person',
    { recipients: others({ passkey: PASSKEY.known.id }) },
    'recipients.2.passkey',
  ],
  [
    'a passkey that the sender’s account does not have',
    {
      recipients: FOUR.recipients.map((item) => (item.email ? item : { ...item, passkey: 'AAAA' })),
    },
    'recipients.0.passkey',
  ],
  [
    'a wallet that the sender’s account does not have',
    {
      recipients: FOUR.recipients.map((item) => (item.email ? item : { ...item, wallet: WALLET })),
    },
    'recipients.0.wallet',
  ],
  ['the sender twice', { recipients: others({ email: null }) }, 'recipients.2.email'],
  [
    'an address that digital IDs cannot contain',
    { recipients: others({ email: 'dörte@example.com' }) },
    'recipients.2.email',
  ],
  [
    'a deadline of a viewer',
    {
      recipients: [APPROVER, recipient('Bob', 1, { role: 'viewer', answerWithinDays: 2 })],
      fields: [],
    },
    'recipients.1.answerWithinDays',
  ],
  [
    'a deadline of the sender',
    { recipients: [{ ...APPROVER, email: null, answerWithinDays: 2 }], fields: [] },
    'recipients.0.answerWithinDays',
  ],
  [
    'a later deadline than the request',
    { recipients: others({ answerWithinDays: 8 }), expiresAfterDays: 7 },
    'recipients.2.answerWithinDays',
  ],
])('recipients with %s are refused', async (_name, change, path) => {
  expect(await refusalOf(change)).toEqual(['RECIPIENTS_REFUSED', path])
})

const [, first] = FOUR.fields

test.each([
  ['for an approver', [...FOUR.fields, field('text', { recipient: 3 })]],
  ['for nobody', [...FOUR.fields, field('text', { recipient: 4 })]],
  ['without a signer’s signature', FOUR.fields.filter((item) => item !== first)],
  ['with a signer’s second signature', [...FOUR.fields, field('signature', { recipient: 1 })]],
])('fields %s are refused', async (_name, fields) => {
  expect((await refusalOf({ fields }))[0]).toBe('FIELDS_REFUSED')
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
  const [code, path] = await refusalOf({ fields: [...FOUR.fields, ...added] })
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
  const [code, path] = await refusalOf({ fields: [...FOUR.fields, ...added] })
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
  expect(await refusalOf({ fields: [...FOUR.fields, added] })).toEqual([
    'FIELDS_REFUSED',
    `fields.${FOUR.fields.length}.settings`,
  ])
})

test('read-only texts that a signer could not state are refused', async () => {
  const settings = { default: 'x'.repeat(10_000), readOnly: true }
  const long = Array.from({ length: 34 }, () => field('text', { required: false, settings }))
  expect(await refusalOf({ fields: [...FOUR.fields, ...long] })).toEqual([
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

type Preparer = Pick<StartDeps['pdf'], 'planSignatures' | 'prepare'>

/** What a broken preparer makes of a document, of which a verifier would say after signing that its form differs. */
const prepareWith =
  (change: (prepared: PreparedPdf) => PreparedPdf): Preparer['prepare'] =>
  async (...input) =>
    change(await system.deps.pdf.prepare(...input))

/** Says that the first field is 10 points to the right of where it is. */
const moveFirst = ([moved, ...rest]: PreparedField[]): PreparedField[] =>
  moved
    ? [{ ...moved, rectangle: { ...moved.rectangle, x: moved.rectangle.x + 10 } }, ...rest]
    : rest

let drafts: { unsigned: EnvelopeRow; signed: EnvelopeRow }
beforeAll(async () => {
  const signed = await system.draft(newId(), 'Lease.pdf', await signElsewhere())
  drafts = { unsigned: await system.draft(), signed }
})

test.each<[string, keyof typeof drafts, Partial<Preparer>]>([
  [
    'another form',
    'unsigned',
    {
      prepare: prepareWith(({ bytes, fields }) => ({
        bytes: overwrite(bytes, '/SigFlags 3', '/SigFlags 1'),
        fields,
      })),
    },
  ],
  [
    'a field at another place',
    'unsigned',
    { prepare: prepareWith(({ bytes, fields }) => ({ bytes, fields: moveFirst(fields) })) },
  ],
  [
    'something after its end',
    'unsigned',
    {
      prepare: prepareWith(({ bytes, fields }) => ({
        bytes: Buffer.concat([bytes, Buffer.from('% more')]),
        fields,
      })),
    },
  ],
  [
    'a signature in a field that it already has',
    'signed',
    {
      planSignatures: async (...input) => {
        const fields = await system.deps.pdf.planSignatures(...input)
        return fields.map((item) => ({ ...item, name: 'Theirs' }))
      },
    },
  ],
])(
  'a document that was prepared with %s is refused before it is stored',
  async (_name, draft, broken) => {
    const put = () => Promise.reject(new Error('stored'))
    const warnings: unknown[] = []
    const deps = {
      ...system.deps,
      log: { warn: (...warning: unknown[]) => warnings.push(warning) },
      files: { ...system.files, put },
      pdf: { ...system.deps.pdf, ...broken },
    }
    const body = draft === 'signed' ? { ...START, fields: [field('signature')] } : FOUR
    await expect(startRequest(deps, JANE, drafts[draft], body)).rejects.toMatchObject({
      code: 'PDF_NOT_VERIFIABLE',
    })
    const why = {
      err: expect.objectContaining({ code: 'not-verifiable' }),
      envelope: drafts[draft]._id,
    }
    expect(warnings).toEqual([[why, 'a prepared document cannot be verified']])
    const { pendingFiles, recipients, state, steps } = await system.read(drafts[draft]._id)
    expect([state, pendingFiles, recipients, steps]).toEqual(['draft', [], [], []])
  },
)

test('a start stores only hashes of access codes, and recognizes its repetition', async () => {
  const body = { ...FOUR, recipients: others({ accessCode: ' Blue Heron ' }) }
  const row = await system.started(body)
  const stored = row.recipients[2]?.accessCode
  expect(JSON.stringify(row)).not.toMatch(/heron/i)
  expect(await isAccessCode(stored ?? { hash: '', salt: '' }, 'blue heron')).toBe(true)
  expect(await isAccessCode(stored ?? { hash: '', salt: '' }, 'blue herons')).toBe(false)
  expect((await startRequest(system.deps, JANE, row, body)).steps).toEqual(row.steps)
  const other = { ...FOUR, recipients: others({ accessCode: 'Green Heron' }) }
  await expect(startRequest(system.deps, JANE, row, other)).rejects.toMatchObject({
    code: 'ENVELOPE_STARTED',
  })
})

test('a request beyond the quota of the workspace stays a draft; it is counted only if it could be sent', async () => {
  const counted: string[] = []
  const deps = {
    ...system.deps,
    consumeQuota: async (workspaceId: string, envelopeId: string) => {
      counted.push(`${workspaceId} ${envelopeId}`)
      throw new AppError('MONTHLY_QUOTA_USED')
    },
  }
  const draft = await system.draft()
  const unusable = { ...FOUR, recipients: others({ email: null }) }
  await expect(startRequest(deps, JANE, draft, unusable)).rejects.toThrow('RECIPIENTS_REFUSED')
  expect(counted).toEqual([])
  await expect(startRequest(deps, JANE, draft, FOUR)).rejects.toThrow('MONTHLY_QUOTA_USED')
  expect(counted).toEqual([`${JANE.workspaceId} ${draft._id}`])
  expect(await system.read(draft._id)).toMatchObject({ state: 'draft', pendingFiles: [] })
  expect((await startRequest(system.deps, JANE, draft, FOUR)).state).toBe('signing')
})

test('the start fixes order, roles, message, reminders and expiry', async () => {
  const reminders = { firstAfterDays: 2, repeatAfterDays: 3 }
  const row = await system.started({ ...FOUR, reminders, expiresAfterDays: 30 })
  const { request } = row
  expect(request).toMatchObject({
    ...{ reminders, message: FOUR.message, sender: 'Jane Roe (Roe Workshops)', language: 'en' },
    consent: { version: 'request-3' },
  })
  const lasts = (request?.expiresAt.getTime() ?? 0) - (request?.startedAt.getTime() ?? 0)
  expect(Math.ceil(lasts / 86_400_000)).toBe(30)
  expect(
    row.recipients.map(({ accountId, id, linkId, order, role }) => [
      ...[id, role, order, accountId],
      linkId !== null,
    ]),
  ).toEqual([
    ['recipient-1', 'signer', 3, 'jane', false],
    ['recipient-2', 'signer', 2, null, true],
    ['recipient-3', 'signer', 2, null, true],
    ['recipient-4', 'approver', 1, null, true],
  ])
  const { linkId } = row.recipients[1] ?? {}
  expect((await system.deps.envelopes.findByLink(linkId ?? ''))?._id).toBe(row._id)
  expect(request?.fields.map(({ id, recipient: owner }) => `${owner} ${id}`)).toEqual([
    'recipient-1 signer-01-signature',
    'recipient-2 signer-02-signature',
    'recipient-2 signer-02-field-0002',
    'recipient-3 signer-03-field-0001',
    'recipient-3 signer-03-signature',
  ])
})
