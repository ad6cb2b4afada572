/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import type { FieldRequest } from '@inkproof/protocol/envelope-fields'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { PlacedField, PlacedSettings } from '../editor/draft.ts'
import { sampleDraft, sampleField, samplePdf, sampleRecipient } from '../testing/sample-draft.ts'
import { draftEnvelope } from '../testing/sample-envelope.ts'
import { ANA, signInAs, signOutNow } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import { readEntered, removeEnvelope } from './signing-db.ts'
import { startFromDraft } from './start-envelope.ts'

const ID = sampleDraft().envelopeId

let signing: SigningService

beforeEach(async () => {
  signing = await startSigningService()
  signInAs()
})

afterEach(async () => {
  await removeEnvelope(ID)
  signOutNow()
  await signing.stop()
})

const start = (change = {}) => startFromDraft(sampleDraft(change), ANA, () => {})

test('uploads the file, stores what was entered, and starts', async () => {
  const steps: string[] = []
  const id = await startFromDraft(sampleDraft(), ANA, (step) => steps.push(step))
  expect(id).toBe(ID)
  expect(steps).toEqual(['uploading', 'preparing'])
  const [upload] = signing.requests
  expect(upload?.path).toBe(`/api/v1/envelopes?id=${ID}&fileName=Lease.pdf`)
  expect(upload?.body.equals(samplePdf())).toBe(true)
  const body = JSON.parse(signing.sent('/start')[0] ?? '')
  expect(body).toMatchObject({
    title: 'Lease 2026',
    recipients: [{ name: 'Ana Reis', email: null, role: 'signer', order: 1, accessCode: null }],
  })
  expect(body.fields.map(({ type }: { type: string }) => type)).toEqual([
    'checkbox',
    'signature',
    'checkbox',
  ])
  expect(await readEntered(ID, ANA.id)).toMatchObject({ title: 'Lease 2026' })
  expect(await readEntered(ID, 'u2')).toBeNull()
})

test('a repetition after a lost response continues with the same envelope', async () => {
  let isFailing = true
  signing.service.options.intercept = ({ path }) =>
    isFailing && path.endsWith('/start') ? 'lost' : undefined
  await expect(start()).rejects.toThrow()
  isFailing = false
  expect(await start()).toBe(ID)
  const [first, second] = signing.sent('/start')
  expect(second).toBe(first)
})

test.each(['completing', 'completed'] as const)(
  'a draft that was sent and is %s is not sent again',
  async (state) => {
    await start()
    signing.change({ state })
    signing.service.options.intercept = ({ path }) =>
      path.endsWith('/start') ? { status: 409, code: 'ENVELOPE_STARTED', body: 'Sent.' } : undefined
    expect(await start()).toBe(ID)
  },
)

test('an ID that is taken is replaced', async () => {
  const other = 'BBBBBBBBBBBBBBBBBBBBBB'
  signing.service.options.intercept = ({ method, path }) => {
    const id = new URLSearchParams(path.split('?')[1]).get('id')
    if (method !== 'POST' || id === null) return undefined
    if (id === ID) return { status: 409, code: 'ENVELOPE_ID_TAKEN', body: 'Taken.' }
    signing.service.envelope = draftEnvelope(id)
    return undefined
  }
  const id = await start()
  expect(id).not.toBe(ID)
  expect(id).not.toBe(other)
  expect(signing.service.envelope).toMatchObject({ id, state: 'signing' })
})

test.each([
  ['that was discarded', { state: 'voided' as const }, {}],
  ['that was started with other fields', {}, { fields: [sampleField('signature')] }],
])('an envelope %s gets a new ID', async (_what, change, draft) => {
  await start()
  signing.change(change)
  signing.service.options.intercept = ({ method, path }) => {
    const id = new URLSearchParams(path.split('?')[1]).get('id')
    if (method === 'POST' && id !== null && id !== ID) signing.service.envelope = draftEnvelope(id)
    return undefined
  }
  const id = await start(draft)
  expect(id).not.toBe(ID)
  await removeEnvelope(id)
})

test('a field names the index of its recipient', async () => {
  const ben = sampleRecipient({ id: 'ben', name: 'Ben Roe', email: 'ben@example.com', order: 2 })
  await start({
    recipients: [sampleRecipient(), ben],
    fields: [
      sampleField('signature', { value: { kind: 'checkbox', isSelected: false } }),
      sampleField('signature', { id: 'second', recipient: 'ben' }),
    ],
  })
  const body = JSON.parse(signing.sent('/start')[0] ?? '')
  expect(body.fields.map(({ recipient }: { recipient: number }) => recipient)).toEqual([0, 1])
  expect(body.recipients[1]).toEqual({
    name: 'Ben Roe',
    email: 'ben@example.com',
    role: 'signer',
    order: 2,
    accessCode: null,
  })
})

test('options are sent without empty lines, and a group as the number of its first button', async () => {
  const radio = (id: string, group: string) => sampleField('radio', { id, settings: { group } })
  await start({
    fields: [
      sampleField('dropdown', { settings: { options: [' Monthly', '', 'Year\u200Bly', ' '] } }),
      radio('a', 'rent'),
      radio('b', 'pets'),
      radio('c', 'rent'),
      radio('d', 'pets'),
      sampleField('signature'),
    ],
  })
  const body = JSON.parse(signing.sent('/start')[0] ?? '')
  expect(body.fields.map(({ settings }: { settings?: unknown }) => settings)).toEqual([
    { validation: { options: ['Monthly', 'Yearly'] } },
    { group: 1 },
    { group: 2 },
    { group: 1 },
    { group: 2 },
    undefined,
  ])
})

test('limits are sent with the fields that have them', async () => {
  await start({
    fields: [
      sampleField('text', { settings: { minLength: 6, maxLength: 12, format: 'url' } }),
      sampleField('number', { settings: { minimum: 0, maximum: 60, decimals: 0 } }),
      sampleField('date', { settings: { earliest: 'signing-day', latest: '2099-12-31' } }),
      sampleField('checkbox', { settings: { format: 'digits', earliest: '2099-12-31' } }),
      sampleField('signature'),
    ],
  })
  const body = JSON.parse(signing.sent('/start')[0] ?? '')
  expect(body.fields.map(({ settings }: { settings?: unknown }) => settings)).toEqual([
    { validation: { minLength: 6, maxLength: 12, format: 'url' } },
    { validation: { minimum: 0, maximum: 60, decimals: 0 } },
    { validation: { earliest: 'signing-day', latest: '2099-12-31' } },
    undefined,
    undefined,
  ])
})

test('what other people’s fields contain from the start is sent as their default, and labels are sent', async () => {
  const ben = sampleRecipient({ id: 'ben', name: 'Ben Roe', email: 'ben@example.com', order: 2 })
  const box = (id: string, change: Partial<PlacedField>) =>
    sampleField('checkbox', { id, ...change })
  await start({
    recipients: [sampleRecipient(), ben],
    fields: [
      box('own', { settings: { preset: '1' } }),
      sampleField('signature'),
      box('empty', { recipient: 'ben' }),
      box('ticked', { recipient: 'ben', settings: { preset: '1' } }),
      sampleField('text', {
        recipient: 'ben',
        settings: { maxLength: 9, preset: ' Two\troo\u200Bms' },
      }),
      sampleField('number', { recipient: 'ben', settings: { decimals: 2, preset: '1,5' } }),
      sampleField('company', { recipient: 'ben', settings: { preset: ' ', label: ' ' } }),
      sampleField('name', { recipient: 'ben', settings: { preset: 'Ben', label: ' The\ttenant' } }),
      sampleField('signature', { id: 'second', recipient: 'ben' }),
    ],
  })
  const body = JSON.parse(signing.sent('/start')[0] ?? '')
  expect(body.fields.map(({ settings }: { settings?: unknown }) => settings)).toEqual([
    ...[undefined, undefined, undefined],
    { default: '1' },
    { validation: { maxLength: 9 }, default: 'Two rooms' },
    { validation: { decimals: 2 }, default: '1.50' },
    ...[undefined, { label: 'The tenant' }, undefined],
  ])
})

test('a field is sent with its condition and those of the field on which it depends', async () => {
  const ben = sampleRecipient({ id: 'ben', name: 'Ben Roe', email: 'ben@example.com', order: 2 })
  const onlyIf = (type: PlacedField['type'], on: string, value: string, is: 'equals' | 'differs') =>
    sampleField(type, {
      recipient: 'ben',
      settings: { condition: { field: on, is, value }, ...(type === 'dropdown' && OPTIONS) },
    })
  const OPTIONS = { options: ['A', 'B'] }
  await start({
    recipients: [sampleRecipient(), ben],
    fields: [
      sampleField('text', {
        settings: { condition: { field: 'gone', is: 'equals', value: '1' } },
      }),
      sampleField('signature'),
      sampleField('checkbox', { id: 'box', recipient: 'ben' }),
      onlyIf('dropdown', 'box', '1', 'differs'),
      onlyIf('company', 'local-dropdown', 'B', 'equals'),
      onlyIf('signature', 'box', '1', 'equals'),
    ],
  })
  const body = JSON.parse(signing.sent('/start')[0] ?? '')
  const unticked = { field: 2, is: 'differs', value: '1' }
  expect(body.fields.map(({ settings }: { settings?: unknown }) => settings)).toEqual([
    ...[undefined, undefined, undefined],
    { validation: OPTIONS, conditions: [unticked] },
    { conditions: [{ field: 3, is: 'equals', value: 'B' }, unticked] },
    undefined,
  ])
})

test('a read-only field is never required, and of a group the selected button is read-only', async () => {
  const ben = sampleRecipient({ id: 'ben', name: 'Ben Roe', email: 'ben@example.com', order: 2 })
  const radio = (id: string, settings: PlacedSettings) =>
    sampleField('radio', {
      ...{ id, recipient: 'ben', required: true },
      settings: { group: 'rent', isReadOnly: true, ...settings },
    })
  await start({
    recipients: [sampleRecipient(), ben],
    fields: [
      sampleField('date', { required: true, settings: { preset: '2026-11-27', isReadOnly: true } }),
      sampleField('signature'),
      sampleField('text', {
        ...{ id: 'text', recipient: 'ben', required: true },
        settings: { preset: 'Two rooms', isReadOnly: true },
      }),
      radio('a', {}),
      radio('b', { preset: '1' }),
      sampleField('signature', { id: 'second', recipient: 'ben' }),
    ],
  })
  const body = JSON.parse(signing.sent('/start')[0] ?? '')
  const sent = body.fields.map((field: FieldRequest) => [field.required, field.settings])
  expect(sent).toEqual([
    [true, undefined],
    [false, undefined],
    [false, { default: 'Two rooms', readOnly: true }],
    [false, { group: 3 }],
    [false, { default: '1', readOnly: true, group: 3 }],
    [false, undefined],
  ])
})

test('texts are sent as one clean line', async () => {
  await start({
    title: ' Lease\t2026 ',
    recipients: [sampleRecipient({ name: 'Ana\u200B Reis' })],
  })
  const body = JSON.parse(signing.sent('/start')[0] ?? '')
  expect(body).toMatchObject({
    title: 'Lease 2026',
    recipients: [{ name: 'Ana Reis', email: null, role: 'signer', order: 1, accessCode: null }],
  })
})

test('nothing is uploaded for another user than the one who continued', async () => {
  signInAs({ ...ANA, id: 'u2' })
  await expect(start()).rejects.toThrow('You signed out or switched workspaces')
  signInAs({ ...ANA, workspaceId: 'w2' })
  await expect(start()).rejects.toThrow('You signed out or switched workspaces')
  expect(signing.requests).toEqual([])
})

test('nothing is started for another user who signs in during the upload', async () => {
  signing.service.options.intercept = () => {
    signInAs({ ...ANA, id: 'u2' })
    return undefined
  }
  await expect(start()).rejects.toThrow('You signed out or switched workspaces')
  expect(signing.sent('/start')).toEqual([])
})

test('a page without WebCrypto, as on http, says what to do', async () => {
  const { crypto } = globalThis
  Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true })
  await expect(start()).rejects.toThrow('needs a secure connection')
  Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true })
})

test('a refusal of the service is passed on', async () => {
  signing.service.options.intercept = () => ({
    status: 400,
    code: 'PDF_ENCRYPTED',
    body: 'It is protected.',
  })
  await expect(start()).rejects.toMatchObject({ code: 'PDF_ENCRYPTED' })
})
