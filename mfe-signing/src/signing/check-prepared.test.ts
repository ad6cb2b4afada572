/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { toBase64Url } from '@inkproof/proof/bytes'
import type { Envelope, SigningBasis } from '@inkproof/protocol/envelopes'
import type { Envelope as Description } from '@inkproof/signing/envelope'
import { afterEach, expect, test } from '@jest/globals'
import type { ReadyDraft } from '../editor/draft.ts'
import { sampleDraft, sampleField, samplePdf, sampleRecipient } from '../testing/sample-draft.ts'
import { CONSENT, OWN_EMAIL, PREPARED } from '../testing/sample-envelope.ts'
import { ANA, signInAs, signOutNow } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import { checkBytes, checkEnvelope, checkFields, type Expected } from './check-prepared.ts'
import { type EnteredEnvelope, readEntered, removeEnvelope } from './signing-db.ts'
import { startFromDraft } from './start-envelope.ts'

const ID = sampleDraft().envelopeId
const BOX = { x: 0, y: 0, width: 612, height: 792 }

let signing: SigningService

afterEach(async () => {
  await removeEnvelope(ID)
  signOutNow()
  await signing.stop()
})

/** Starts an envelope that a service describes like this, and checks it as the review does. */
async function check(
  describe: (description: Description) => Description,
  changeBasis: (basis: SigningBasis) => SigningBasis = (basis) => basis,
  prepared = PREPARED,
  change: Partial<ReadyDraft> = {},
): Promise<void> {
  signing = await startSigningService({ describe })
  signInAs()
  await startFromDraft(sampleDraft(change), ANA, () => {})
  const { basis } = signing.service.envelope as Envelope
  const entered = (await readEntered(ID, ANA.id)) as EnteredEnvelope
  const expected: Expected = { entered, email: OWN_EMAIL }
  const { envelope } = checkEnvelope(ID, changeBasis(basis as SigningBasis), expected)
  await checkBytes(prepared, envelope)
  checkFields(envelope, entered, [BOX])
}

test('accepts what the user entered', async () => {
  await expect(check((description) => description)).resolves.toBeUndefined()
})

test('accepts a field that was moved by a rounding error', async () => {
  const move = changeField(({ rect: [left, bottom, width, height], ...field }) => ({
    ...field,
    rect: [left + 30, bottom, width, height],
  }))
  await expect(check(move)).resolves.toBeUndefined()
})

type Field = Description['fields'][0]

function changeField(change: (field: Field) => Field): (description: Description) => Description {
  return (description) => {
    const [first, ...others] = description.fields
    return { ...description, fields: [change(first as Field), ...others] }
  }
}

function changeRecipient(change: Partial<Description['recipients'][0]>) {
  return (description: Description): Description => ({
    ...description,
    recipients: description.recipients.map((recipient) => ({ ...recipient, ...change })),
  })
}

const DIFFERENT: [string, string, (description: Description) => Description][] = [
  ['another ID', 'its ID', (envelope) => ({ ...envelope, id: 'BBBBBBBBBBBBBBBBBBBBBB' })],
  ['another title', 'its title', (envelope) => ({ ...envelope, title: 'Loan 2026' })],
  ['another name', 'the name, e-mail address, role or order', changeRecipient({ name: 'Ben Roe' })],
  [
    'another address',
    'the name, e-mail address, role or order',
    changeRecipient({ email: 'b@example.com' }),
  ],
  [
    'a second recipient',
    'its recipients',
    (envelope) => ({
      ...envelope,
      recipients: [
        ...envelope.recipients,
        { ...(envelope.recipients[0] as Description['recipients'][0]), id: 'recipient-2' },
      ],
    }),
  ],
  [
    'another document',
    'its document',
    (envelope) => ({
      ...envelope,
      documents: [{ fingerprint: new Uint8Array(32), name: 'Lease.pdf', pages: 1 }],
    }),
  ],
  [
    'a second document',
    'its document',
    (envelope) => ({
      ...envelope,
      documents: [
        ...envelope.documents,
        { fingerprint: new Uint8Array(32), name: 'Loan.pdf', pages: 1 },
      ],
    }),
  ],
  [
    'more pages',
    'its number of pages',
    (envelope) => ({
      ...envelope,
      documents: envelope.documents.map((document) => ({ ...document, pages: 2 })),
    }),
  ],
  [
    'another consent text',
    'the text that you agree to',
    (envelope) => ({
      ...envelope,
      consents: envelope.consents.map((item) => ({ ...item, fingerprint: new Uint8Array(32) })),
    }),
  ],
  ['a field less', 'its fields', (envelope) => ({ ...envelope, fields: envelope.fields.slice(1) })],
  [
    'a field elsewhere',
    'its fields',
    changeField((field) => ({ ...field, rect: [7_200, 50_000, 1_200, 1_200] })),
  ],
  [
    'a larger field',
    'its fields',
    changeField((field) => ({ ...field, rect: [7_200, 60_000, 1_300, 1_200] })),
  ],
  ['another type of field', 'its fields', changeField((field) => ({ ...field, type: 'text' }))],
  ['a required field', 'its fields', changeField((field) => ({ ...field, required: true }))],
  [
    'a field with a default',
    'its fields',
    changeField((field) => ({ ...field, type: 'text', default: 'I owe 1,000.' })),
  ],
]

test.each(DIFFERENT)('refuses %s', async (_what, reason, describe) => {
  await expect(check(describe)).rejects.toThrow(
    `does not match what you entered (difference: ${reason}`,
  )
})

const CHOICES = {
  fields: [
    sampleField('dropdown', { settings: { options: ['Monthly', 'Yearly', ''] } }),
    sampleField('radio', { id: 'a', settings: { group: 'rent' } }),
    sampleField('radio', { id: 'b', settings: { group: 'rent' } }),
    sampleField('radio', { id: 'c', settings: { group: 'pets' } }),
    sampleField('radio', { id: 'd', settings: { group: 'pets' } }),
    sampleField('signature'),
  ],
}

/** Gives the buttons these groups. */
const regroup =
  (...groups: string[]) =>
  (description: Description): Description => ({
    ...description,
    fields: description.fields.map((field, index) =>
      field.type === 'radio' ? { ...field, group: groups[index - 1] ?? '' } : field,
    ),
  })

test.each([
  ['as the service names them', (description: Description) => description],
  ['under other names', regroup('x', 'x', 'y', 'y')],
])('accepts choices %s', async (_how, describe) => {
  await expect(check(describe, undefined, PREPARED, CHOICES)).resolves.toBeUndefined()
})

const options = (...list: string[]) =>
  changeField((field) => ({ ...field, validation: { options: list } }))

test.each([
  ['another option', options('Monthly', 'Daily')],
  ['options in another order', options('Yearly', 'Monthly')],
  ['one more option', options('Monthly', 'Yearly', 'Daily')],
  ['buttons of two questions in one group', regroup('x', 'y', 'x', 'y')],
  ['one group instead of two', regroup('x', 'x', 'x', 'x')],
])('refuses %s', async (_what, describe) => {
  await expect(check(describe, undefined, PREPARED, CHOICES)).rejects.toThrow(
    '(difference: its fields)',
  )
})

test('refuses other bytes than those in the description', async () => {
  const run = check(
    (description) => description,
    (basis) => basis,
    samplePdf('other'),
  )
  await expect(run).rejects.toThrow('(difference: its fingerprint)')
})

test('refuses a consent text that is shown differently', async () => {
  const consent = { ...CONSENT, text: `${CONSENT.text} And pay.` }
  const run = check(
    (description) => description,
    (basis) => ({ ...basis, consent }),
  )
  await expect(run).rejects.toThrow('(difference: the text that you agree to)')
})

test('refuses a description that cannot be read', async () => {
  const run = check(
    (description) => description,
    (basis) => ({ ...basis, envelope: toBase64Url(new Uint8Array([1, 2, 3])) }),
  )
  await expect(run).rejects.toThrow('(difference: its description)')
})

const BEN = sampleRecipient({ id: 'ben', name: 'Ben Roe', email: 'ben@example.com', order: 2 })
const PREFILLED = {
  recipients: [sampleRecipient(), BEN],
  fields: [
    sampleField('text', { recipient: 'ben', settings: { preset: 'Two rooms ' } }),
    sampleField('signature'),
    sampleField('signature', { id: 'second', recipient: 'ben' }),
  ],
}

test('accepts what the user filled in for somebody else', async () => {
  const unchanged = (description: Description) => description
  await expect(check(unchanged, undefined, PREPARED, PREFILLED)).resolves.toBeUndefined()
})

const READ_ONLY = {
  ...PREFILLED,
  fields: PREFILLED.fields.map((field) =>
    field.type === 'text'
      ? { ...field, required: true, settings: { ...field.settings, isReadOnly: true } }
      : field,
  ),
}

test('accepts a read-only field, and refuses one that can be changed', async () => {
  const unchanged = (description: Description) => description
  await expect(check(unchanged, undefined, PREPARED, READ_ONLY)).resolves.toBeUndefined()
  await signing.stop()
  await removeEnvelope(ID)
  const open = changeField((field) => ({ ...field, readOnly: false }))
  await expect(check(open, undefined, PREPARED, READ_ONLY)).rejects.toThrow('its fields')
})

test.each<[string, (field: Field) => Field]>([
  ['a field without its default', ({ default: _, ...field }) => field],
  ['another default', (field) => ({ ...field, default: 'Three rooms' })],
  ['a field that became read-only', (field) => ({ ...field, readOnly: true })],
  ['another label', (field) => ({ ...field, label: 'Number of keys' })],
])('refuses %s', async (_what, change) => {
  await expect(check(changeField(change), undefined, PREPARED, PREFILLED)).rejects.toThrow(
    '(difference: its fields)',
  )
})

const CONDITIONAL = {
  recipients: [sampleRecipient(), BEN],
  fields: [
    sampleField('checkbox', { id: 'a', recipient: 'ben' }),
    sampleField('checkbox', { id: 'b', recipient: 'ben' }),
    sampleField('text', {
      recipient: 'ben',
      settings: { condition: { field: 'b', is: 'equals', value: '1' } },
    }),
    sampleField('signature'),
    sampleField('signature', { id: 'second', recipient: 'ben' }),
  ],
}

/** Changes the condition of the text. */
const recondition =
  (change: (condition: Field['conditions'][0], first: string) => Field['conditions']) =>
  (description: Description): Description => ({
    ...description,
    fields: description.fields.map((field) => ({
      ...field,
      conditions: field.conditions.flatMap((one) => change(one, description.fields[0]?.id ?? '')),
    })),
  })

test('accepts the condition of a field', async () => {
  const unchanged = (description: Description) => description
  await expect(check(unchanged, undefined, PREPARED, CONDITIONAL)).resolves.toBeUndefined()
})

test.each([
  ['a field without its condition', recondition(() => [])],
  ['a condition on another field', recondition((one, field) => [{ ...one, field }])],
  ['the opposite condition', recondition((one) => [{ ...one, is: 'differs' }])],
  ['a condition twice', recondition((one) => [one, one])],
])('refuses %s', async (_what, describe) => {
  await expect(check(describe, undefined, PREPARED, CONDITIONAL)).rejects.toThrow(
    '(difference: its fields)',
  )
})

const LIMITED = {
  fields: [sampleField('text', { settings: { maxLength: 40 } }), sampleField('signature')],
}
const UNLIMITED = { fields: [sampleField('text'), sampleField('signature')] }

const limit = (validation: Field['validation']) =>
  changeField((field) => ({ ...field, validation }))

test('accepts a text of limited length', async () => {
  const unchanged = (description: Description) => description
  await expect(check(unchanged, undefined, PREPARED, LIMITED)).resolves.toBeUndefined()
})

test.each([
  ['a text without its limit', LIMITED, limit({})],
  ['a text with another limit', LIMITED, limit({ maxLength: 5 })],
  ['a text with one more limit', LIMITED, limit({ maxLength: 40, minLength: 30 })],
  ['a limit that was not entered', UNLIMITED, limit({ maxLength: 5 })],
])('refuses %s', async (_what, draft, describe) => {
  await expect(check(describe, undefined, PREPARED, draft)).rejects.toThrow(
    '(difference: its fields)',
  )
})
