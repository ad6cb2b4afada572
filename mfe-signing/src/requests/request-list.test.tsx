/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { ENVELOPE_STATES, type EnvelopeState } from '@inkproof/protocol/envelopes'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { openSigning } from '../testing/open-signing.tsx'
import { sampleParticipant } from '../testing/sample-envelope.ts'
import { ANA, signInAs } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import type { StubResponse } from '../testing/stub-server.ts'
import { RequestList } from './request-list.tsx'

const LIST = '/api/v1/envelopes'
const QUOTA = '/api/auth/workspaces/current/quota'

let signing: SigningService
let page: ReturnType<typeof openSigning>

afterEach(async () => {
  page.close()
  await signing.stop()
})

/** Opens the list, which gets these responses by its query. */
async function open(
  respond: (query: string) => StubResponse | undefined,
  user: typeof ANA | null = ANA,
) {
  signing = await startSigningService({
    intercept: ({ method, path }) =>
      method === 'GET' && path.startsWith(LIST) ? respond(path.slice(LIST.length)) : undefined,
  })
  if (user) signInAs(user)
  page = openSigning(<RequestList />)
  return page
}

function pageOf(titles: string[], next: string | null = null, state: EnvelopeState = 'completed') {
  return { status: 200, body: { envelopes: titles.map((title) => envelope(title, state)), next } }
}

function envelope(title: string, state: EnvelopeState) {
  const {
    hasAccessCode: _a,
    invitation: _b,
    otherKey: _c,
    reason: _d,
    ...participant
  } = sampleParticipant()
  return {
    id: title.padStart(22, 'A').replace(/\W/g, '_'),
    title,
    state,
    createdAt: '2026-11-26T10:00:00.000Z',
    endedAt: null,
    expiresAt: null,
    recipients: state === 'draft' ? [] : [participant],
  }
}

const rows = () => screen.getAllByRole('row').slice(1)

test('shows each document with its state, signer and link', async () => {
  const body = { envelopes: ENVELOPE_STATES.map((state) => envelope(state, state)), next: null }
  await open(() => ({ status: 200, body }))
  const link = await screen.findByRole('link', { name: 'completed' })
  expect(link.getAttribute('href')).toBe(
    `/document-signing?envelope=${'completed'.padStart(22, 'A')}`,
  )
  expect(rows().map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    'Draft',
    'Ready to sign',
    'Finishing',
    'Signed',
    'Declined',
    'Discarded',
    'Expired',
  ])
  expect(within(rows()[3] as HTMLElement).getByText('Ana Reis')).toBeTruthy()
})

const asked = (query: string) => new URLSearchParams(query)

test('a filter asks the service, from the first page on', async () => {
  const { user } = await open((query) => {
    const [show, cursor] = [asked(query).get('show'), asked(query).get('cursor')]
    return pageOf([`${show ?? 'all'} ${cursor ?? 'first'}`], cursor === null ? 'c2' : null)
  })
  await screen.findByRole('link', { name: 'all first' })
  await user.click(screen.getByRole('button', { name: 'Older' }))
  await screen.findByRole('link', { name: 'all c2' })
  for (const [label, show] of [
    ['Your turn', 'yours'],
    ['Waiting for others', 'waiting'],
    ['Completed', 'completed'],
    ['Ended', 'ended'],
    ['Drafts', 'drafts'],
    ['All', 'all'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: label }))
    expect(await screen.findByRole('link', { name: `${show} first` })).toBeTruthy()
    expect(screen.getByRole('button', { name: label }).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Older' }))
    expect(await screen.findByRole('link', { name: `${show} c2` })).toBeTruthy()
  }
})

test('a filter without documents says so, and another one can be chosen', async () => {
  const { user } = await open((query) => pageOf(asked(query).has('show') ? [] : ['Lease']))
  await screen.findByRole('link', { name: 'Lease' })
  await user.click(screen.getByRole('button', { name: 'Ended' }))
  expect(await screen.findByText('No documents with this filter.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'All' }))
  expect(await screen.findByRole('link', { name: 'Lease' })).toBeTruthy()
})

test('a filter that could not be loaded is repeated, and keeps the choice of filters', async () => {
  let isFailing = true
  const { user } = await open((query) =>
    isFailing && asked(query).has('show')
      ? { status: 503, body: 'Come back soon.' }
      : pageOf([asked(query).get('show') ?? 'all']),
  )
  await user.click(await screen.findByRole('button', { name: 'Ended' }))
  expect(await screen.findByText('Come back soon.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ended' }).getAttribute('aria-pressed')).toBe('true')
  isFailing = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'ended' })).toBeTruthy()
})

test('an empty workspace says what will appear here', async () => {
  await open(() => pageOf([]))
  expect(await screen.findByText('No documents yet')).toBeTruthy()
})

test.each([
  [3, 20, 'Signing requests this month: 3 of 20.'],
  [20, 20, /^Signing requests this month: 20 of 20. More are available from /],
  [30, null, null],
])('shows how much of the quota is used: %s of %s', async (used, limit, text) => {
  const resetsAt = '2026-12-01T00:00:00.000Z'
  signing = await startSigningService({
    intercept: ({ path }) =>
      path === QUOTA ? { status: 200, body: { limit, used, resetsAt } } : undefined,
  })
  signInAs(ANA)
  page = openSigning(<RequestList />)
  if (text !== null) expect(await screen.findByText(text)).toBeTruthy()
  await screen.findByText('No documents yet')
  await waitFor(() => expect(signing.requests.some(({ path }) => path === QUOTA)).toBe(true))
  if (text === null) expect(screen.queryByText(/requests this month/)).toBeNull()
})

test('older documents are on the next page', async () => {
  const { user } = await open((query) =>
    query === '' ? pageOf(['Third', 'Second'], 'c2') : pageOf(['First']),
  )
  await screen.findByRole('link', { name: 'Third' })
  await user.click(screen.getByRole('button', { name: 'Older' }))
  expect(await screen.findByRole('link', { name: 'First' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Older' }).hasAttribute('disabled')).toBe(true)
  expect(signing.requests.map(({ path }) => path)).toContain(`${LIST}?cursor=c2`)
  await user.click(screen.getByRole('button', { name: 'Newer' }))
  expect(await screen.findByRole('link', { name: 'Third' })).toBeTruthy()
})

test('explains why the list cannot be loaded and offers a retry', async () => {
  const responses: StubResponse[] = [{ status: 503, body: 'Come back soon.' }]
  const { user } = await open(() => responses.shift() ?? pageOf(['Lease']))
  expect(await screen.findByText('Come back soon.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Lease' })).toBeTruthy()
})

test('a lost connection is explained in words', async () => {
  await open(() => 'drop')
  expect(await screen.findByText(/Inkproof cannot be reached/)).toBeTruthy()
})

test('a draft can be deleted, and disappears', async () => {
  let titles = ['Lease']
  const { user } = await open(() => pageOf(titles, null, 'draft'))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  titles = []
  await user.click(await screen.findByRole('button', { name: 'Delete draft' }))
  expect(await screen.findByText('No documents yet')).toBeTruthy()
  expect(signing.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('viewers see drafts, and cannot delete them', async () => {
  await open(() => pageOf(['Lease'], null, 'draft'), { ...ANA, role: 'viewer' })
  await screen.findByRole('link', { name: 'Lease' })
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('a visitor sees no list, and nothing is requested', async () => {
  await open(() => pageOf(['Lease']), null)
  expect(screen.queryByText('Your documents')).toBeNull()
  expect(signing.requests).toEqual([])
})
