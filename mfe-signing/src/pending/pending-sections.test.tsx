/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import {
  OthersPending,
  OthersPendingList,
  OwnPending,
  OwnPendingList,
} from '@inkproof/protocol/pending-requests'
import { useToasts } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openSigning } from '../testing/open-signing.tsx'
import { ANA, signInAs } from '../testing/sign-in.ts'
import { type SigningService, startSigningService } from '../testing/signing-service.ts'
import type { StubResponse } from '../testing/stub-server.ts'
import { Component } from './pending-sections.tsx'

const PATH = '/api/v1/envelopes/pending/'
const TIME = '2026-11-26T10:00:00.000Z'
const EMPTY: StubResponse = { status: 200, body: { requests: [], total: 0, next: null } }
const FAILURE: StubResponse = { status: 503, body: 'Come back soon.' }

let signing: SigningService
let page: ReturnType<typeof openSigning>

afterEach(async () => {
  page.close()
  await signing.stop()
})

type Responses = {
  own?: (query: string) => StubResponse
  others?: (query: string) => StubResponse
  post?: (path: string) => StubResponse
}

async function open(responses: Responses, user: typeof ANA | null = ANA) {
  const { own = () => EMPTY, others = () => EMPTY, post } = responses
  signing = await startSigningService({
    intercept: ({ method, path }) => {
      if (method === 'POST') return post?.(path)
      const [list, query = ''] = path.slice(PATH.length).split('?')
      return list === 'own' ? own(query) : others(query)
    },
  })
  if (user) signInAs(user)
  page = openSigning(<Component />, '/dashboard')
  return page
}

const idOf = (title: string) => title.padStart(22, 'A').replace(/\W/g, '_')

function ownRequest(title: string, change: Partial<OwnPending> = {}): OwnPending {
  return OwnPending.parse({
    ...{ id: idOf(title), title, recipient: 'recipient-2', role: 'signer' },
    ...{ sender: 'Roe Workshops', since: TIME, expiresAt: TIME, hasLink: true },
    ...change,
  })
}

const person = (name: string, hasLink = true) => ({ id: `id-${name}`, name, since: TIME, hasLink })

function othersRequest(title: string, change: Partial<OthersPending> = {}): OthersPending {
  const people = [person('Ben')]
  const request = { id: idOf(title), title, expiresAt: TIME, people, morePeople: 0, ...change }
  return OthersPending.parse(request)
}

function ownList(requests: OwnPending[], total = requests.length, next: string | null = null) {
  return { status: 200, body: OwnPendingList.parse({ requests, total, next }) }
}

function othersList(requests: OthersPending[]) {
  const list = { requests, total: requests.length, next: null }
  return { status: 200, body: OthersPendingList.parse(list) }
}

const region = (name: RegExp) => screen.findByRole('region', { name })
const toastTitle = () => useToasts.getState().toasts.at(-1)?.title
const returnToTab = () => fireEvent(document, new Event('visibilitychange', { bubbles: true }))

test('shows who sent what, since when, and the action of each role', async () => {
  await open({
    own: () =>
      ownList([
        ownRequest('Lease'),
        ownRequest('Offer', { role: 'approver' }),
        ownRequest('Notice', { role: 'viewer' }),
      ]),
  })
  const section = within(await region(/^Needs my signature 3$/))
  const [lease, offer, notice] = section.getAllByRole('listitem')
  expect(lease?.textContent).toMatch(
    /Lease.*From Roe Workshops.*Since November.*Deadline: November/,
  )
  const buttons = [lease, offer, notice].map((row) =>
    within(row as HTMLElement).getByRole('button'),
  )
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Open to sign: Lease',
    'Open to approve: Offer',
    'Open to view: Notice',
  ])
  expect(section.getByText(/you also need a code that you get by e-mail/)).toBeTruthy()
  expect(screen.queryByText('Waiting for others')).toBeNull()
})

test('opens the page of the link that the service returns to the account', async () => {
  const secret = `k1.${'s'.repeat(43)}`
  const link = { id: idOf('link'), secret }
  const { location, user } = await open({
    own: () => ownList([ownRequest('Lease')]),
    post: () => ({ status: 200, body: link }),
  })
  await user.click(await screen.findByRole('button', { name: 'Open to sign: Lease' }))
  await waitFor(() => expect(location().pathname).toBe(`/sign/${link.id}`))
  expect(location().hash).toBe(`#${secret}`)
  const posts = signing.requests.filter(({ method }) => method === 'POST')
  expect(posts.map(({ path }) => path)).toEqual([
    `/api/v1/envelopes/${idOf('Lease')}/recipients/recipient-2/link`,
  ])
})

test('says why a request could not be opened, and reads the list again', async () => {
  let requests = [ownRequest('Lease')]
  const { user } = await open({
    own: () => ownList(requests),
    post: () => {
      requests = []
      return { status: 409, code: 'ENVELOPE_ENDED', body: 'This request has ended.' }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Open to sign: Lease' }))
  expect(await screen.findByText('No signing requests are waiting.')).toBeTruthy()
  expect(toastTitle()).toBe('The signing request was not opened')
})

test('the user’s own place in a request of the workspace is opened in their session', async () => {
  await open({ own: () => ownList([ownRequest('Lease', { hasLink: false })]) })
  const link = await screen.findByRole('link', { name: 'Open to sign: Lease' })
  expect(link.getAttribute('href')).toBe(`/document-signing?envelope=${idOf('Lease')}`)
})

test('shows for whom a request waits, and reminds them with one click', async () => {
  const people = [person('Ben'), person('Cleo', false)]
  const { user } = await open({
    others: () => othersList([othersRequest('Lease', { people, morePeople: 2 })]),
    post: () => ({ status: 429, code: 'REMINDED_RECENTLY', body: 'Wait.' }),
  })
  const section = within(await region(/^Waiting for others 1$/))
  const link = section.getByRole('link', { name: 'Lease' })
  expect(link.getAttribute('href')).toBe(`/document-signing?envelope=${idOf('Lease')}`)
  const waiting = within(section.getByRole('list', { name: 'Waiting for' }))
  const [ben, cleo, more] = waiting.getAllByRole('listitem')
  expect(ben?.textContent).toMatch(/BenSince November 26, 2026/)
  expect([cleo?.textContent?.startsWith('Cleo'), more?.textContent]).toEqual([true, 'and 2 more'])
  await user.click(waiting.getByRole('button', { name: 'Send reminder to Ben' }))
  await waitFor(() => expect(toastTitle()).toBe('Ben was reminded recently'))
  const posts = signing.requests.filter(({ method }) => method === 'POST')
  expect(posts.map(({ path }) => path)).toEqual([
    `/api/v1/envelopes/${idOf('Lease')}/recipients/id-Ben/remind`,
  ])
  expect(waiting.getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByText('Needs my signature')).toBeNull()
})

test('a viewer sees for whom the workspace waits, without reminders', async () => {
  const others = () => othersList([othersRequest('Lease')])
  await open({ others }, { ...ANA, role: 'viewer' })
  await screen.findByText('Ben')
  expect(screen.queryByRole('button')).toBeNull()
})

test('while nothing waits, one line says so', async () => {
  await open({})
  expect(screen.getByRole('status').textContent).toBe('Loading signing requests')
  expect(await screen.findByText('No signing requests are waiting.')).toBeTruthy()
  expect(screen.queryByRole('heading')).toBeNull()
})

test('older requests are on the next page, and large numbers are cut', async () => {
  const { user } = await open({
    own: (query) =>
      query === 'cursor=c2'
        ? ownList([ownRequest('First')], 100)
        : ownList([ownRequest('Last')], 100, 'c2'),
  })
  await region(/^Needs my signature 99\+$/)
  await user.click(screen.getByRole('button', { name: 'Older' }))
  expect(await screen.findByText('First')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Older' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Newer' }))
  expect(await screen.findByText('Last')).toBeTruthy()
})

test('a list that cannot be loaded says why and offers a retry, beside the other one', async () => {
  const responses = [FAILURE]
  const { user } = await open({
    own: () => responses.shift() ?? ownList([ownRequest('Lease')]),
    others: () => othersList([othersRequest('Offer')]),
  })
  expect(await screen.findByText('Come back soon.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Offer' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Lease')).toBeTruthy()
})

test('returning to the tab reads both lists again; a failure then keeps what is shown', async () => {
  let own = ownList([ownRequest('Lease')])
  let others: StubResponse = EMPTY
  await open({ own: () => own, others: () => others })
  await screen.findByText('Lease')
  own = ownList([ownRequest('Offer')])
  others = FAILURE
  returnToTab()
  expect(await screen.findByText('Offer')).toBeTruthy()
  const count = () => signing.requests.filter(({ path }) => path === `${PATH}others`).length
  await waitFor(() => expect(count()).toBe(2))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('another user of the browser never sees the lists of the one before', async () => {
  await open({ own: () => ownList([ownRequest('Lease')]) })
  await screen.findByText('Lease')
  signInAs({ ...ANA, id: 'u2' })
  expect(screen.queryByText('Lease')).toBeNull()
  await screen.findByText('Lease')
})

test('a visitor sees nothing, and nothing is requested', async () => {
  await open({}, null)
  expect(document.body.textContent).toBe('')
  expect(signing.requests).toEqual([])
})
