/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import type { Envelope } from '@inkproof/signing/envelope'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { discardDraft, draftState, restoreDrafts, startDraft } from '../editor/draft.store.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { stubLayout } from '../testing/page-stubs.ts'
import { sampleDraft, sampleField, samplePdf, sampleRecipient } from '../testing/sample-draft.ts'
import { signInAs, signOutNow } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import { removeEnvelope } from './signing-db.ts'
import { StartSigning } from './start-signing.tsx'

stubLayout()

const FILE = new File([samplePdf()], 'Lease.pdf', { type: 'application/pdf' })
/** The sender does not sign: Ben does, and then Cleo. */
const DRAFT = sampleDraft({
  message: 'Please sign.',
  recipients: [
    sampleRecipient({ id: 'ben', name: 'Ben Roe', email: 'ben@example.com' }),
    sampleRecipient({ id: 'cleo', name: 'Cleo Ito', email: 'cleo@example.com', order: 2 }),
  ],
  fields: [
    sampleField('number', { recipient: 'ben', settings: { maximum: 900 } }),
    sampleField('signature', { recipient: 'ben' }),
    sampleField('signature', { id: 'second', recipient: 'cleo' }),
  ],
})

let signing: SigningService
let page: ReturnType<typeof openSigning>
let started: string[]
let backs: number

afterEach(async () => {
  page.close()
  await discardDraft()
  await removeEnvelope(DRAFT.envelopeId)
  await signing.stop()
})

async function send(options: Parameters<typeof startSigningService>[0] = {}): Promise<void> {
  started = []
  backs = 0
  signing = await startSigningService(options)
  signInAs()
  await restoreDrafts()
  await startDraft(FILE)
  await act(async () => {
    page = openSigning(
      <StartSigning
        draft={DRAFT}
        onBack={() => (backs += 1)}
        onStarted={(id) => started.push(id)}
      />,
    )
  })
}

const hasDraft = () => ({ draft: null, ...draftState() }).draft !== null
const WARNING = 'The request differs from what you entered'
const UNCHECKED = 'Sent, but not checked yet'

test('a request that is what the sender entered is opened', async () => {
  await send()
  await waitFor(() => expect(started).toEqual([DRAFT.envelopeId]))
  expect(hasDraft()).toBe(false)
})

type Recipients = Envelope['recipients']
type Fields = Envelope['fields']
type Change = (envelope: Envelope) => Partial<Envelope>

const changeRecipient =
  (change: Partial<Recipients[0]>): Change =>
  ({ recipients: [first, ...others] }) => ({
    recipients: [{ ...(first as Recipients[0]), ...change }, ...others],
  })
const changeField =
  (change: Partial<Fields[0]>): Change =>
  ({ fields: [first, ...others] }) => ({
    fields: [{ ...(first as Fields[0]), ...change }, ...others],
  })

const PERSON = 'the name, e-mail address, role or order of a recipient'
const DIFFERENT: [string, string, Change][] = [
  ['another title', 'its title', () => ({ title: 'Loan 2026' })],
  ['another message', 'its message', () => ({ messageHash: new Uint8Array(32) })],
  ['another address', PERSON, changeRecipient({ email: 'eve@example.com' })],
  ['another name', PERSON, changeRecipient({ name: 'Eve Roe' })],
  ['another order', PERSON, changeRecipient({ order: 3 })],
  [
    'one more recipient',
    'its recipients',
    ({ recipients }) => ({
      recipients: [...recipients, { ...(recipients[0] as Recipients[0]), id: 'recipient-3' }],
    }),
  ],
  ['a field elsewhere', 'its fields', changeField({ rect: [7_200, 9_000, 12_000, 2_400] })],
  ['a field of somebody else', 'its fields', changeField({ recipient: 'recipient-2' })],
  ['another limit', 'its fields', changeField({ validation: { maximum: 90_000 } })],
  ['a required field', 'its fields', changeField({ required: true })],
  ['a field less', 'its fields', ({ fields }) => ({ fields: fields.slice(1) })],
  [
    'another document',
    'its document',
    ({ documents }) => ({
      documents: documents.map((one) => ({ ...one, fingerprint: new Uint8Array(32) })),
    }),
  ],
]

test.each(DIFFERENT)(
  '%s is a warning for a sender who does not sign',
  async (_what, difference, change) => {
    await send({ describe: (envelope) => ({ ...envelope, ...change(envelope) }) })
    const warning = within(await screen.findByRole('alert'))
    expect(warning.getByText(WARNING)).toBeTruthy()
    expect(warning.getByText(new RegExp(`\\(difference: ${difference}\\)`))).toBeTruthy()
    expect(started).toEqual([])
  },
)

test('bytes that are not those of the description are a warning', async () => {
  await send({ prepared: samplePdf('replaced') })
  expect(await screen.findByText(WARNING)).toBeTruthy()
  expect(screen.getByText(/\(difference: its fingerprint\)/)).toBeTruthy()
})

test('a service that says that nothing was started is a warning', async () => {
  await send()
  signing.service.options.intercept = ({ method, path }) =>
    method === 'GET' && path.endsWith(DRAFT.envelopeId)
      ? { status: 200, body: { ...signing.service.envelope, basis: null } }
      : undefined
  expect(await screen.findByText(WARNING)).toBeTruthy()
  expect(screen.getByText(/\(difference: its description\)/)).toBeTruthy()
})

test('the warning offers to withdraw the request; everything that was entered can then be sent again', async () => {
  await send({ describe: (envelope) => ({ ...envelope, title: 'Loan 2026' }) })
  await screen.findByText(WARNING)
  expect(hasDraft()).toBe(true)
  await page.user.click(screen.getByRole('button', { name: 'Withdraw request' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Withdraw request' }))
  await waitFor(() => expect(backs).toBe(1))
  expect(started).toEqual([])
  expect(hasDraft()).toBe(true)
  expect(signing.sent('/void')).toHaveLength(1)
  expect(signing.service.envelope?.state).toBe('voided')
})

test('a check that failed is repeated on request, and the request is not sent again', async () => {
  let isFailing = true
  await send({
    intercept: ({ path }) => (isFailing && path.endsWith('/prepared') ? 'drop' : undefined),
  })
  expect(await screen.findByText(UNCHECKED)).toBeTruthy()
  expect(started).toEqual([])
  isFailing = false
  await page.user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(started).toEqual([DRAFT.envelopeId]))
  expect(signing.sent('/start')).toHaveLength(1)
})

test('nothing is reported as checked after the sender signed out', async () => {
  await send({
    intercept: ({ path }) => {
      if (path.endsWith('/start')) signOutNow()
      return undefined
    },
  })
  expect(await screen.findByText(UNCHECKED)).toBeTruthy()
  expect(screen.getByText(/You signed out/)).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Open the request' }))
  expect(started).toEqual([DRAFT.envelopeId])
})
