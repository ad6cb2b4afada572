/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import type { Envelope, WaitingFor } from '@inkproof/protocol/envelopes'
import { useAuthDialog, useToasts } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { openSigning } from '../testing/open-signing.tsx'
import { draftEnvelope, sampleParticipant, sampleStep } from '../testing/sample-envelope.ts'
import { ANA, signInAs } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import type { StubRequest, StubResponse } from '../testing/stub-server.ts'
import { RequestView } from './request-view.tsx'

const ID = 'AAAAAAAAAAAAAAAAAAAAAA'
const TIME = '2026-11-26T10:00:00.000Z'
const FINISHED = {
  fileName: 'Lease 2026 (signed).pdf',
  size: 12_345,
  fingerprint: 'ab'.repeat(32),
  certificate: 'CCCCCCCCCCCCCCCCCCCCCC',
}

let signing: SigningService
let page: ReturnType<typeof openSigning>

afterEach(async () => {
  page.close()
  await signing.stop()
})

type Setup = {
  intercept?: (request: StubRequest) => StubResponse | undefined
  user?: typeof ANA | null
}

async function open(change: Partial<Envelope>, { intercept, user = ANA }: Setup = {}) {
  signing = await startSigningService(intercept ? { intercept } : {})
  signing.service.envelope = {
    ...draftEnvelope(ID),
    title: 'Lease 2026',
    recipients: [sampleParticipant()],
    ...change,
  }
  if (user) signInAs(user)
  page = openSigning(<RequestView id={ID} />, `/document-signing?envelope=${ID}`)
  return page
}

test('a draft can be opened in the editor or deleted', async () => {
  const { location, user } = await open({ state: 'draft' })
  expect(await screen.findByText('This document is still a draft')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the editor' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete draft' }))
  await waitFor(() => expect(location().search).toBe(''))
  expect(signing.service.envelope).toBeNull()
})

test('a draft that could not be deleted stays', async () => {
  const { user } = await open(
    { state: 'draft' },
    { intercept: ({ method }) => (method === 'DELETE' ? 'drop' : undefined) },
  )
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const confirm = await screen.findByRole('button', { name: 'Delete draft' })
  await user.click(confirm)
  await screen.findByRole('button', { name: 'Delete draft' })
  expect(signing.service.envelope?.state).toBe('draft')
})

test('viewers cannot delete a draft', async () => {
  await open({ state: 'draft' }, { user: { ...ANA, role: 'viewer' } })
  expect(await screen.findByText('This document is still a draft')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test.each<[WaitingFor, string]>([
  ['record', 'The public record is not responding'],
  ['time-stamp', 'The PDF could not be signed and time-stamped yet'],
  ['seal', 'The digital ID of the final signature can’t be used right now'],
  ['storage', 'The file storage is not responding'],
  ['certificate', 'The certificate could not be created yet'],
])('says that finishing waits for %s', async (waitingFor, sentence) => {
  await open({ state: 'completing', waitingFor })
  expect(await screen.findByText(new RegExp(sentence))).toBeTruthy()
})

test('does not call what several people did one signature', async () => {
  const recipients = [sampleParticipant(), sampleParticipant({ id: 'recipient-2', isYou: false })]
  await open({ state: 'completing', recipients })
  expect(await screen.findByText('Everyone is done')).toBeTruthy()
  expect(screen.queryByText('Signature received')).toBeNull()
})

test('shows without a reload that the document is finished', async () => {
  await open({ state: 'completing' })
  expect(await screen.findByText('The signed PDF is being created')).toBeTruthy()
  expect(screen.getByText('Signature received')).toBeTruthy()
  expect(screen.queryByText('This is taking longer than usual')).toBeNull()
  signing.change({ state: 'completed', endedAt: TIME, finished: FINISHED })
  expect(await screen.findByRole('heading', { name: 'Signed' })).toBeTruthy()
})

test('a finished document has its download, certificate, verification and an honest note', async () => {
  const { user } = await open(
    { state: 'completed', endedAt: TIME, finished: FINISHED },
    {
      intercept: ({ path }) =>
        path.startsWith('/api/v1/certificates/') ? { status: 200, body: CERTIFICATE } : undefined,
    },
  )
  await screen.findByRole('heading', { name: 'Signed' })
  expect(screen.getByRole('link', { name: 'Verify the document' }).getAttribute('href')).toBe(
    '/verify',
  )
  const saved = catchDownload()
  signing.service.options.intercept = ({ path }) =>
    path.endsWith('/finished') ? { status: 200, body: 'pdf' } : undefined
  await user.click(screen.getByRole('button', { name: 'Download the signed PDF' }))
  expect(await saved).toBe('Lease 2026 (signed).pdf')
  const savedRecord = catchDownload()
  signing.service.options.intercept = ({ path }) =>
    path.endsWith('/signing-record') ? { status: 200, body: 'pdf' } : undefined
  await user.click(screen.getByRole('button', { name: 'Download the signing record' }))
  expect(await savedRecord).toBe('Lease-signing-record.pdf')
  await user.click(screen.getByRole('button', { name: /PDF readers will show/ }))
  expect(screen.getByText(/may say that its validity is unknown/)).toBeTruthy()
})

test('the evidence of a document that was signed before is a second file', async () => {
  const evidence = { fileName: 'Lease (signed).evidence.json', size: 4096 }
  const { user } = await open({
    state: 'completed',
    endedAt: TIME,
    finished: { ...FINISHED, evidence },
  })
  await screen.findByText(/Keep both files/)
  expect(screen.queryByText(/and the evidence\./)).toBeNull()
  expect(screen.getByText(/^Lease \(signed\)\.evidence\.json/)).toBeTruthy()
  const saved = catchDownload()
  signing.service.options.intercept = ({ path }) =>
    path.endsWith('/evidence') ? { status: 200, body: '{}' } : undefined
  await user.click(screen.getByRole('button', { name: 'Download the evidence' }))
  expect(await saved).toBe('Lease (signed).evidence.json')
})

test('a request that was declined has a signing record too, or says that it is not there yet', async () => {
  const { user } = await open({ state: 'declined', endedAt: TIME })
  const button = await screen.findByRole('button', { name: 'Download the signing record' })
  const refused = { code: 'SIGNING_RECORD_NOT_READY', message: 'Not available yet.' }
  signing.service.options.intercept = ({ path }) =>
    path.endsWith('/signing-record') ? { status: 409, body: refused } : undefined
  await user.click(button)
  await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.title).toBe('Not downloaded'))
  const saved = catchDownload()
  signing.service.options.intercept = ({ path }) =>
    path.endsWith('/signing-record') ? { status: 200, body: 'pdf' } : undefined
  await user.click(button)
  expect(await saved).toBe('Lease-signing-record.pdf')
})

test('links to the certificate’s page', async () => {
  await open(
    { state: 'completed', endedAt: TIME, finished: FINISHED },
    {
      intercept: ({ path }) =>
        path.startsWith('/api/v1/certificates/') ? { status: 200, body: CERTIFICATE } : undefined,
    },
  )
  await screen.findByRole('heading', { name: 'Signed' })
  expect(await findLinkTo('/share/link-12345')).toBe('View certificate')
})

test('without the certificate’s link, the list of certificates leads to it', async () => {
  await open({ state: 'completed', endedAt: TIME, finished: FINISHED })
  await screen.findByRole('heading', { name: 'Signed' })
  expect(await findLinkTo('/dashboard')).toBe('View certificate')
})

test.each<['voided' | 'expired', string]>([
  ['voided', 'This document was discarded'],
  ['expired', 'The signing deadline has passed'],
])('explains a document that was %s', async (state, title) => {
  await open({ state, endedAt: TIME })
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Start over' })).toBeTruthy()
})

test('lists the steps in words, with their entries', async () => {
  const types = ['sent', 'verified', 'bound', 'consented', 'viewed', 'signed', 'completed']
  const steps = types.map((type, i) => {
    const own = { recipient: 'recipient-1', recipientName: 'Ana Reis' }
    const of = type === 'sent' || type === 'completed' ? {} : own
    const method = type === 'verified' ? ({ method: 'account' } as const) : {}
    return sampleStep({ type, ...of, ...method, index: i === 6 ? null : 40 + i })
  })
  await open({ state: 'completing', steps })
  const list = await screen.findByRole('list', { name: 'Steps of this document' })
  const items = within(list).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Signing started.*Entry 40 of the public record/),
    expect.stringMatching(/^Ana Reis was identified by an account with a confirmed e-mail address/),
    expect.stringMatching(/^The signing key of Ana Reis was recorded/),
    expect.stringMatching(/^Ana Reis agreed to sign electronically/),
    expect.stringMatching(/^Ana Reis viewed the document/),
    expect.stringMatching(/^Ana Reis signed.*Entry 45/),
    expect.stringMatching(/^Signing was completed.*Adding it to the public record…/),
  ])
})

test.each([
  ['mailbox', 'Ben Roe confirmed the e-mail address with a code'],
  ['passkey', 'Ben Roe was identified by a passkey'],
  ['wallet', 'Ben Roe was identified by a wallet'],
] as const)('says that somebody was identified by %s', async (method, title) => {
  const ben = { recipient: 'recipient-2', recipientName: 'Ben Roe' }
  await open({ state: 'signing', steps: [sampleStep({ type: 'verified', ...ben, method })] })
  expect(await screen.findByText(title)).toBeTruthy()
})

test('names who handed over to whom, and what they did before', async () => {
  const ben = { recipient: 'recipient-2', recipientName: 'Ben Roe' }
  const cleo = { recipient: 'recipient-3', recipientName: 'Cleo Clark' }
  const person = { id: 'recipient-3', name: 'Cleo Clark', isYou: false }
  const steps = [
    sampleStep({ type: 'opened', ...ben }),
    sampleStep({ type: 'handed-over', ...ben, handedOverTo: 'Cleo Clark' }),
    sampleStep({ type: 'opened', ...cleo }),
  ]
  const taken = { original: 'recipient-2', tookOverFrom: 'Ben Roe' }
  const recipients = [sampleParticipant({ ...person, ...taken })]
  await open({ state: 'signing', recipients, steps })
  const list = await screen.findByRole('list', { name: 'Steps of this document' })
  const items = within(list).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Ben Roe opened the document/),
    expect.stringMatching(/^Ben Roe handed the request over to Cleo Clark/),
    expect.stringMatching(/^Cleo Clark opened the document/),
  ])
  expect(screen.getByText('Took over from Ben Roe')).toBeTruthy()
})

test('shows without a reload that a step is in the record', async () => {
  const step = sampleStep({ type: 'voided' })
  await open({ state: 'voided', steps: [{ ...step, index: null }] })
  expect(await screen.findByText('Adding it to the public record…')).toBeTruthy()
  signing.change({ steps: [{ ...step, index: 47 }] })
  expect(await screen.findByText('Entry 47 of the public record')).toBeTruthy()
})

test('a document that does not exist is explained, with a way out', async () => {
  signing = await startSigningService()
  signInAs()
  page = openSigning(<RequestView id={ID} />)
  expect(await screen.findByText('This document does not exist')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'All documents' })).toBeTruthy()
})

test('a document that could not be loaded can be loaded again', async () => {
  let isFailing = true
  const { user } = await open(
    { state: 'voided' },
    { intercept: () => (isFailing ? { status: 503, body: 'Come back soon.' } : undefined) },
  )
  expect(await screen.findByText('Come back soon.')).toBeTruthy()
  isFailing = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('This document was discarded')).toBeTruthy()
})

test('a visitor is asked to sign in, and nothing is requested', async () => {
  await open({ state: 'signing' }, { user: null })
  expect(useAuthDialog.getState().open).toBe(true)
  expect(screen.getByText('Sign in to see this document')).toBeTruthy()
  expect(signing.requests).toEqual([])
})

async function findLinkTo(href: string): Promise<string | null> {
  const links = await screen.findAllByRole('link', { name: 'View certificate' })
  await screen.findByText(
    (_text, element) => element?.getAttribute('href') === href && links.length === 1,
  )
  return links[0]?.textContent ?? null
}

/** Resolves with the name of the next file that is saved. */
function catchDownload(): Promise<string> {
  URL.createObjectURL = () => 'blob:saved'
  URL.revokeObjectURL = () => {}
  return new Promise((resolve) => {
    HTMLAnchorElement.prototype.click = function click() {
      resolve(this.download)
    }
  })
}

const CERTIFICATE = {
  id: FINISHED.certificate,
  index: 2,
  leafHash: 'f'.repeat(64),
  fingerprint: FINISHED.fingerprint,
  title: 'Lease 2026',
  note: null,
  issuer: null,
  fileName: FINISHED.fileName,
  fileSize: FINISHED.size,
  certifiedAt: TIME,
  revokedBy: null,
  shareLink: 'link-12345',
  findable: true,
  showIssuer: false,
  opening: {
    kind: 1,
    previous: null,
    salt: 'A'.repeat(43),
    fingerprint: FINISHED.fingerprint,
    claims: [],
  },
}
