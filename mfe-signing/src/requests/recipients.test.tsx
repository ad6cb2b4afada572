/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { useToasts } from '@inkproof/slice'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { openSigning } from '../testing/open-signing.tsx'
import { draftEnvelope, sampleParticipant, sampleStep } from '../testing/sample-envelope.ts'
import { ANA, signInAs } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import type { StubResponse } from '../testing/stub-server.ts'
import { RequestView } from './request-view.tsx'

const ID = 'AAAAAAAAAAAAAAAAAAAAAA'
const TIME = '2026-11-26T10:00:00.000Z'
const ME = sampleParticipant({ state: 'done', actedAt: TIME })
const BEN = { id: 'recipient-2', name: 'Ben Roe', email: 'ben@example.com', isYou: false }
const MAIL = {
  id: 'm1',
  subject: 'Please sign',
  to: 'ben@example.com',
  at: TIME,
  state: 'sent' as const,
  tries: 1,
  nextTryAt: null,
  sentAt: TIME,
  answer: null,
}

let signing: SigningService
let page: ReturnType<typeof openSigning>

afterEach(async () => {
  page.close()
  await signing.stop()
})

async function open(
  ben: Partial<EnvelopeRecipient>,
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
    recipients: [ME, sampleParticipant({ ...BEN, ...ben })],
    ...change,
  }
  signInAs(user)
  page = openSigning(<RequestView id={ID} />)
  await screen.findByRole('heading', { name: 'Recipients' })
  return page
}

const benRow = () => within(screen.getByText('Ben Roe').closest('li') as HTMLElement)

test.each<[string, Partial<EnvelopeRecipient>, Envelope['state']?]>([
  ['Not invited yet', { state: 'later', order: 2 }],
  ['Invited', { state: 'invited' }],
  ['Opened', { state: 'opened' }],
  ['E-mail confirmed', { state: 'verified' }],
  ['Signed', { state: 'done', actedAt: TIME }],
  ['Approved', { state: 'done', actedAt: TIME, role: 'approver' }],
  ['Gets a copy at the end', { state: 'later', role: 'copy' }],
  ['Opened', { state: 'opened', role: 'viewer' }],
  ['Can no longer sign', { state: 'invited' }, 'voided'],
  ['Can no longer sign', { state: 'verified' }, 'declined'],
  ['Can no longer approve', { state: 'opened', role: 'approver' }, 'expired'],
  ['Was not invited', { state: 'later', order: 2 }, 'voided'],
  ['Can no longer view', { state: 'opened', role: 'viewer' }, 'voided'],
  ['Gets no copy', { state: 'later', role: 'copy' }, 'voided'],
  ['Signed', { state: 'done', actedAt: TIME }, 'voided'],
])('says “%s” of a recipient', async (label, ben, state = 'signing') => {
  await open(ben, { state })
  expect(benRow().getByText(label)).toBeTruthy()
})

test.each<[RegExp, Partial<EnvelopeRecipient>]>([
  [/^Deadline: /, { state: 'opened', answerWithinDays: 3, answerBy: TIME }],
  [/^3 days to respond after the invitation$/, { state: 'later', answerWithinDays: 3 }],
])('says how long a recipient has: %s', async (text, ben) => {
  await open(ben)
  expect(benRow().getByText(text)).toBeTruthy()
})

const ANSWER_BY = '2026-11-26T10:00:00.000Z'
const EXPIRES_AT = '2026-11-30T10:00:00.000Z'
const timed = { answerWithinDays: 3, answerBy: ANSWER_BY }
const moreTime = () => screen.queryByRole('button', { name: 'Give Ben Roe more time' })

test('gives a recipient more time, at most until the deadline of the request, and shows the new one', async () => {
  const { user } = await open(timed, { expiresAt: EXPIRES_AT })
  await user.click(moreTime() as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  const days = dialog.getByRole('spinbutton', { name: /Days to add/ })
  expect(dialog.queryByText(/part of what everyone signs/)).toBeNull()
  await user.clear(days)
  await user.click(dialog.getByRole('button', { name: 'Extend and send e-mail' }))
  expect(dialog.getByText('Enter 1 to 90 days.')).toBeTruthy()
  await user.type(days, '9')
  expect(dialog.getByText(/part of what everyone signs/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Extend and send e-mail' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(signing.sent('/recipients/recipient-2/extend')).toEqual([`{"answerBy":"${EXPIRES_AT}"}`])
  expect(titles()).toContain('Ben Roe has more time')
  await waitFor(() =>
    expect(
      benRow()
        .getByText(/^Deadline: /)
        .getAttribute('datetime'),
    ).toBe(EXPIRES_AT),
  )
  expect(moreTime()).toBeNull()
})

test('a refusal of more time is shown in the dialog', async () => {
  const failure = { status: 409, code: 'ENVELOPE_ENDED', body: 'This request has ended.' }
  const { user } = await open(timed, { expiresAt: EXPIRES_AT }, { failure })
  await user.click(moreTime() as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Extend and send e-mail' }))
  expect(await dialog.findByText('This request has ended.')).toBeTruthy()
})

test.each<[string, Partial<EnvelopeRecipient>, Partial<Envelope>, Partial<typeof ANA>]>([
  ['who has as long as the request', { answerBy: undefined }, {}, {}],
  ['whose turn has not come', { state: 'later' }, {}, {}],
  ['who has all the time of the request', { answerBy: EXPIRES_AT }, {}, {}],
  ['who has signed', { state: 'done', actedAt: TIME }, {}, {}],
  ['of a colleague’s request', {}, { isSender: false }, {}],
  ['of a request that a viewer sees', {}, {}, { role: 'viewer' }],
])('no more time is offered for a recipient %s', async (_who, ben, change, user) => {
  await open(
    { ...timed, ...ben },
    { expiresAt: EXPIRES_AT, ...change },
    { user: { ...ANA, ...user } },
  )
  expect(moreTime()).toBeNull()
})

test('says who did not respond in time', async () => {
  const late = { answerWithinDays: 3, answerBy: TIME, isLate: true } as const
  const ben = { recipient: 'recipient-2', recipientName: 'Ben Roe' }
  const steps = [
    sampleStep({ type: 'extended', ...ben, until: TIME }),
    sampleStep({ type: 'expired' }),
  ]
  await open(late, { state: 'expired', endedAt: TIME, steps })
  // Above, and in the history.
  expect(screen.getAllByText('Ben Roe did not respond in time')).toHaveLength(2)
  const time = formatDateTime(TIME, { now: Date.now() })
  expect(screen.getByText(`The sender gave Ben Roe more time, until ${time}`)).toBeTruthy()
  expect(benRow().getByText('Did not respond in time')).toBeTruthy()
  expect(benRow().queryByText(/^Deadline/)).toBeNull()
})

test('says that several people did not respond in time', async () => {
  const late = ['Ben Roe', 'Cy Ng'].map((name, index) =>
    sampleParticipant({ id: `recipient-${index}`, name, isYou: false, isLate: true }),
  )
  await open({}, { state: 'expired', endedAt: TIME, recipients: late })
  expect(screen.getByText('Several people did not respond in time')).toBeTruthy()
})

test('says who is next, and follows without a reload', async () => {
  await open({ state: 'invited' })
  expect(screen.getByText(/Waiting for Ben Roe\. 1 of 2 people are done\./)).toBeTruthy()
  signing.change({
    state: 'declined',
    recipients: [ME, sampleParticipant({ ...BEN, state: 'declined', reason: 'Wrong rent.' })],
  })
  await screen.findByText('Ben Roe declined', {}, { timeout: 9_000 })
  expect(screen.getByText('Wrong rent.')).toBeTruthy()
}, 15_000)

test.each<[string, Partial<EnvelopeRecipient['invitation'] & object>]>([
  [
    'The e-mail to Ben Roe was not delivered',
    { state: 'refused', answer: '550 No such user here' },
  ],
  [
    'The e-mail to Ben Roe is delayed',
    { state: 'due', tries: 2, nextTryAt: TIME, answer: 'connection refused' },
  ],
])('explains a delivery problem: %s', async (title, mail) => {
  await open({ invitation: { ...MAIL, ...mail } })
  expect(screen.getByText(title)).toBeTruthy()
})

test('sends a reminder', async () => {
  const { user } = await open({ invitation: MAIL })
  await user.click(screen.getByRole('button', { name: 'Send reminder to Ben Roe' }))
  await waitFor(() => expect(titles()).toContain('Reminder sent to Ben Roe'))
  expect(signing.sent('/recipients/recipient-2/remind')).toHaveLength(1)
})

test('a second reminder within an hour is refused in words', async () => {
  const failure = { status: 429, code: 'REMINDED_RECENTLY', body: 'Try again in an hour.' }
  const { user } = await open({}, {}, { failure })
  await user.click(screen.getByRole('button', { name: 'Send reminder to Ben Roe' }))
  await waitFor(() => expect(titles()).toContain('Ben Roe was reminded recently'))
})

test.each<[string, Partial<EnvelopeRecipient>, Partial<typeof ANA>]>([
  ['whose turn has not come', { state: 'later' }, {}],
  ['who has signed', { state: 'done' }, {}],
  ['of a request that a viewer sees', {}, { role: 'viewer' }],
])('no reminder is offered for a recipient %s', async (_who, ben, user) => {
  await open(ben, {}, { user: { ...ANA, ...user } })
  expect(screen.queryByRole('button', { name: /Send reminder/ })).toBeNull()
})

test('another browser is allowed after an explanation', async () => {
  const thumbprint = 'cd'.repeat(32)
  const { user } = await open({ otherKey: { thumbprint, requestedAt: TIME } })
  expect(screen.getByText('Ben Roe wants to sign in another browser')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Allow other browser' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/The first browser can then no longer sign/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Allow other browser' }))
  await waitFor(() => expect(signing.sent('/release')).toEqual([JSON.stringify({ thumbprint })]))
})

test('the request is withdrawn with a reason', async () => {
  const { user } = await open({})
  await user.click(screen.getByRole('button', { name: 'Withdraw request' }))
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Wrong file')
  const dialog = within(screen.getByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Withdraw request' }))
  expect(await screen.findByText('This request was withdrawn')).toBeTruthy()
  expect(signing.sent('/void')).toEqual(['{"reason":"Wrong file"}'])
})

function titles(): string[] {
  return useToasts.getState().toasts.map(({ title }) => String(title))
}
