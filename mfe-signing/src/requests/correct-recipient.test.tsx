/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { useToasts } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { openSigning } from '../testing/open-signing.tsx'
import { draftEnvelope, sampleParticipant, sampleStep, TIME } from '../testing/sample-envelope.ts'
import { ANA, signInAs } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import type { StubResponse } from '../testing/stub-server.ts'
import { RequestView } from './request-view.tsx'

const ID = 'AAAAAAAAAAAAAAAAAAAAAA'
const BEN = { id: 'recipient-2', name: 'Ben Roe', email: 'ben@exmaple.com', isYou: false }
const CLEO = { id: 'recipient-4', name: 'Cleo Clark', email: 'cleo@example.com', isYou: false }
const MAIL = {
  ...{ id: 'm1', subject: 'Please sign', to: 'ben@exmaple.com', at: TIME, tries: 1 },
  ...{ state: 'sent' as const, nextTryAt: null, sentAt: TIME, answer: null },
}
const REFUSED = { ...MAIL, state: 'refused' as const, sentAt: null, answer: '550 No such user' }
const DELAYED = { ...MAIL, state: 'due' as const, sentAt: null, answer: 'no such host' }

let signing: SigningService
let page: ReturnType<typeof openSigning>

afterEach(async () => {
  page.close()
  await signing.stop()
})

async function open(
  ben: Partial<EnvelopeRecipient> = {},
  change: Partial<Envelope> = {},
  { failure, user = ANA }: { failure?: StubResponse; user?: typeof ANA } = {},
) {
  signing = await startSigningService({
    intercept: ({ method }) => (method === 'POST' ? failure : undefined),
  })
  signing.service.envelope = {
    ...draftEnvelope(ID),
    title: 'Lease 2026',
    state: 'signing',
    recipients: [sampleParticipant({ ...BEN, ...ben }), sampleParticipant(CLEO)],
    steps: [sampleStep({ index: 4 })],
    ...change,
  }
  signInAs(user)
  page = openSigning(<RequestView id={ID} />)
  await screen.findByRole('heading', { name: 'Recipients' })
  return page
}

const button = () => screen.queryByRole('button', { name: 'Correct address of Ben Roe' })
async function openDialog(user: UserEvent) {
  await user.click(button() as HTMLElement)
  return within(await screen.findByRole('dialog'))
}
type Dialog = Awaited<ReturnType<typeof openDialog>>

async function enter(user: UserEvent, dialog: Dialog, label: RegExp, text: string) {
  const input = dialog.getByRole('textbox', { name: label })
  await user.clear(input)
  if (text !== '') await user.type(input, text)
}
const submit = (user: UserEvent, dialog: Dialog) =>
  user.click(dialog.getByRole('button', { name: /Correct and send|Save correction/ }))

test('corrects name and address, says what happens, and shows the new state and what was entered before', async () => {
  const { user } = await open({ invitation: MAIL })
  const dialog = await openDialog(user)
  expect(dialog.getByText('The old link and codes stop working at once.')).toBeTruthy()
  expect(dialog.getByText(/A new link is e-mailed/)).toBeTruthy()
  expect(dialog.getByText(/contains the old and the new name and address/)).toBeTruthy()
  expect(dialog.queryByText(/access code/)).toBeNull()
  await enter(user, dialog, /Name/, ' Ben  Rowe ')
  await enter(user, dialog, /address/, ' ben@example.com ')
  await submit(user, dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(signing.sent('/recipients/recipient-2/correct')).toEqual([
    '{"name":"Ben Rowe","email":"ben@example.com"}',
  ])
  expect(titles()).toContain('Ben Rowe was corrected')
  const row = within((await screen.findByText('Ben Rowe')).closest('li') as HTMLElement)
  expect(row.getByText('ben@example.com')).toBeTruthy()
  expect(row.getByText('Corrected. Before: Ben Roe, ben@exmaple.com')).toBeTruthy()
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Correct address of Ben Rowe'),
  )
})

test('the new delivery state follows: sent, or refused again', async () => {
  const correctedFrom = { name: 'Ben Roe', email: 'ben@exmaple.com' }
  await open({ invitation: MAIL, correctedFrom, isCorrected: true })
  expect(screen.getByText(/^New e-mail sent: /)).toBeTruthy()
  page.close()
  await signing.stop()
  await open({ invitation: REFUSED, correctedFrom, isCorrected: true })
  expect(screen.queryByText(/^New e-mail sent: /)).toBeNull()
  expect(screen.getByText('The e-mail to Ben Roe was not delivered')).toBeTruthy()
})

test.each<[string, Partial<EnvelopeRecipient>, string]>([
  ['was not delivered', { invitation: REFUSED }, 'danger'],
  ['is delayed', { invitation: DELAYED }, 'warning'],
])(
  'if the e-mail %s, the correction is offered with the problem, and only there',
  async (what, ben) => {
    const { user } = await open(ben)
    const alert = screen.getByText(`The e-mail to Ben Roe ${what}`).closest('[role=alert]')
    expect(alert?.contains(button())).toBe(true)
    const dialog = await openDialog(user)
    expect((dialog.getByRole('textbox', { name: /address/ }) as HTMLInputElement).value).toBe(
      'ben@exmaple.com',
    )
  },
)

const SIGNED = sampleParticipant({ ...CLEO, state: 'done', actedAt: TIME })
const afterSignature = (ben: Partial<EnvelopeRecipient>) => ({
  recipients: [sampleParticipant({ ...BEN, state: 'invited', ...ben }), SIGNED],
})

test('an undelivered address is corrected also after the first signature, and the name stays', async () => {
  const { user } = await open({}, afterSignature({ invitation: REFUSED }))
  expect(screen.getByText(/“550 No such user”/)).toBeTruthy()
  const dialog = await openDialog(user)
  expect(dialog.getByRole('heading', { name: 'Correct address' })).toBeTruthy()
  expect(dialog.queryByRole('textbox', { name: /Name/ })).toBeNull()
  expect(dialog.getByText(/so the name Ben Roe can no longer be corrected/)).toBeTruthy()
  expect(dialog.getByText(/contains the old and the new address/)).toBeTruthy()
  await submit(user, dialog)
  expect(await dialog.findByText('Change the address.')).toBeTruthy()
  await enter(user, dialog, /address/, 'ben@example.com')
  await submit(user, dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(signing.sent('/recipients/recipient-2/correct')).toEqual([
    '{"name":"Ben Roe","email":"ben@example.com"}',
  ])
})

test.each<[string, Partial<EnvelopeRecipient>, RegExp | null]>([
  ['was opened before', { invitation: REFUSED, state: 'opened' }, /withdraw this request/],
  ['is delayed', { invitation: DELAYED }, /Inkproof keeps trying/],
  ['was sent', { invitation: MAIL }, null],
])(
  'after the first signature, an address is not corrected if the e-mail %s',
  async (_what, ben, sentence) => {
    await open({}, afterSignature(ben))
    expect(button()).toBeNull()
    if (sentence) expect(screen.getByText(sentence)).toBeTruthy()
  },
)

test.each<[string, Partial<EnvelopeRecipient>, RegExp]>([
  ['a later turn', { order: 2 }, /gets the link by e-mail when it is their turn/],
  ['a copy', { role: 'copy' }, /finished document is sent to this address/],
])('says when %s gets its e-mail, and that the access code stays', async (_who, ben, when) => {
  const { user } = await open({ state: 'later', hasAccessCode: true, ...ben })
  const dialog = await openDialog(user)
  expect(dialog.getByText(when)).toBeTruthy()
  expect(dialog.getByText('The access code stays the same.')).toBeTruthy()
  expect(dialog.queryByText(/old link/)).toBeNull()
  expect(dialog.getByRole('button', { name: 'Save correction' })).toBeTruthy()
})

test.each<[string, Partial<EnvelopeRecipient>, Partial<Envelope>, Partial<typeof ANA>]>([
  ['a viewer of the workspace', {}, {}, { role: 'viewer' }],
  ['a colleague of the sender', {}, { isSender: false }, {}],
  ['the sender about themselves', { isYou: true }, {}, {}],
  ['after somebody declined', {}, { state: 'declined' }, {}],
  ['while the document is being finished', {}, { state: 'completing' }, {}],
  ['after the recipient signed', { state: 'done', actedAt: TIME }, {}, {}],
])('no correction is offered to %s', async (_who, ben, change, user) => {
  await open(ben, change, { user: { ...ANA, ...user } })
  expect(button()).toBeNull()
})

test.each([
  ['no name', '', 'ben@example.com', 'Enter a name.'],
  ['an incomplete address', 'Ben Roe', 'ben@', 'Enter a complete e-mail address.'],
  ['an address with accents', 'Ben Roe', 'bén@example.com', /^Addresses with special characters/],
  ['no change', 'Ben Roe', 'Ben@exmaple.com', 'Change the name or the address.'],
])('names the problem and sends nothing: %s', async (_what, name, email, sentence) => {
  const { user } = await open()
  const dialog = await openDialog(user)
  await enter(user, dialog, /Name/, name)
  await enter(user, dialog, /address/, email)
  await submit(user, dialog)
  expect(await dialog.findByText(sentence)).toBeTruthy()
  expect(signing.sent('/correct')).toEqual([])
})

test('a refusal is shown in the dialog, which keeps what was entered', async () => {
  const body = 'Someone has already signed or approved.'
  const failure = { status: 409, code: 'CORRECTION_TOO_LATE', body }
  const { user } = await open({}, {}, { failure })
  const dialog = await openDialog(user)
  await enter(user, dialog, /address/, 'ben@example.com')
  await submit(user, dialog)
  expect(await dialog.findByText(body)).toBeTruthy()
  expect((dialog.getByRole('textbox', { name: /address/ }) as HTMLInputElement).value).toBe(
    'ben@example.com',
  )
})

test('the dialog stays open if somebody signs meanwhile', async () => {
  const { user } = await open()
  const dialog = await openDialog(user)
  await enter(user, dialog, /address/, 'ben@example.com')
  signing.change({
    recipients: [
      sampleParticipant(BEN),
      sampleParticipant({ ...CLEO, state: 'done', actedAt: TIME }),
    ],
  })
  await waitFor(() => expect(screen.getByText('Signed')).toBeTruthy(), { timeout: 9_000 })
  expect(dialog.getByDisplayValue('ben@example.com')).toBeTruthy()
}, 15_000)

test.each([
  ['corrected', 'Ben Roe', 'The sender corrected the address of Ben Roe'],
  ['corrected', 'Ben Rowe', 'The sender corrected Ben Roe to Ben Rowe'],
  ['readdressed', 'Ben Roe', 'The sender corrected the address of Ben Roe'],
])('the history says what was corrected: %s to %s', async (type, handedOverTo, title) => {
  const ben = { recipient: 'recipient-2', recipientName: 'Ben Roe' }
  await open({}, { steps: [sampleStep({ type, ...ben, handedOverTo })] })
  expect(screen.getByText(title)).toBeTruthy()
})

function titles(): string[] {
  return useToasts.getState().toasts.map(({ title }) => String(title))
}
