/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import {
  holdQueryCache,
  QUERY_DEFAULTS,
  request,
  signedIn,
  signOut,
  type User,
  useSession,
} from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { serve } from '../../slice/src/testing/serve.ts'
import { type CallQuery, loadedOf, usePersonalChange, usePersonalQuery } from './personal-query.ts'
import { refetch } from './refetch.ts'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare function visit(url: string): void

const ADA = { id: 'u1', email: 'ada@example.org' } as User
const BOB = { id: 'u2', email: 'bob@example.org' } as User
const NOTES_URL = '/api/notes'

type Notes = { text: string }

const NOTES: CallQuery<Notes> = {
  networkMode: 'always',
  queryKey: [NOTES_URL],
  queryFn: async ({ signal }) => {
    const response = await request('GET', NOTES_URL, undefined, { signal })
    return response.json()
  },
}

const client = new QueryClient({ defaultOptions: QUERY_DEFAULTS })
holdQueryCache(client)

let stop: () => Promise<unknown>
beforeEach(() => act(() => signedIn(ADA, 't1')))
afterEach(async () => {
  cleanup()
  await signOut()
  await stop()
})

/** Renders a component that shows the user's notes. `respond` completes the oldest pending request. */
async function setup() {
  const pending: ((text: string) => void)[] = []
  const service = await serve(({ method }) =>
    method === 'GET'
      ? new Promise((resolve) => pending.push((text) => resolve({ body: { text } })))
      : { status: 204 },
  )
  stop = service.stop
  visit(service.origin)
  const { result } = renderHook(
    () => ({
      notes: loadedOf(usePersonalQuery(NOTES)),
      change: usePersonalChange<Notes>((notes, write) => write(NOTES, notes)),
    }),
    { wrapper: Queries },
  )
  const expectRequests = (times: number) =>
    waitFor(() => expect(service.requests).toHaveLength(times))
  return {
    requests: service.requests,
    expectRequests,
    respond: (text: string) => pending.shift()?.(text),
    currentNotes: () => result.current.notes,
    expectShown: (text: string) =>
      waitFor(() => expect(result.current.notes).toEqual({ status: 'ready', data: { text } })),
    change: (makeChange: () => Promise<Notes>) => act(() => result.current.change(makeChange)),
  }
}

function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Returns the cached notes, which may not be on screen yet. */
const getCached = () => client.getQueryData([NOTES_URL, ADA.id])

/** {@link setup} with Ada’s notes on screen. */
async function setupWithNotes() {
  const page = await setup()
  await page.expectRequests(1)
  page.respond('of Ada')
  await page.expectShown('of Ada')
  return page
}

test('data is shown and not fetched again', async () => {
  const { requests } = await setupWithNotes()
  expect(requests.map(({ url }) => url)).toEqual([NOTES_URL])
})

test('one user’s data is never shown to the next', async () => {
  const { currentNotes, respond, expectShown, expectRequests } = await setupWithNotes()
  act(() => signedIn(BOB, 't2'))
  expect(currentNotes()).toEqual({ status: 'loading' })
  await expectRequests(2)
  respond('of Bob')
  await expectShown('of Bob')
})

test('a pending response for one user is not shown to the next', async () => {
  const { currentNotes, respond, expectShown, expectRequests } = await setup()
  await expectRequests(1)
  act(() => signedIn(BOB, 't2'))
  await expectRequests(2)
  respond('of Ada')
  expect(currentNotes()).toEqual({ status: 'loading' })
  respond('of Bob')
  await expectShown('of Bob')
})

test.each([
  ['signing out', signOut],
  [
    'the end of the session',
    async () => {
      useSession.setState({ status: 'signed-out', user: null, token: null, hasEnded: true }, true)
    },
  ],
])('after %s nothing is shown, and nothing is fetched', async (_, endSession) => {
  const { currentNotes, requests } = await setupWithNotes()
  await act(endSession)
  expect(currentNotes()).toEqual({ status: 'loading' })
  expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(1)
})

test('signing out clears the cache', async () => {
  await setupWithNotes()
  await act(signOut)
  expect(client.getQueryCache().findAll({ queryKey: [NOTES_URL, ADA.id] })).toEqual([])
})

test('only the response to the later of two requests is shown', async () => {
  const { respond, expectShown, expectRequests } = await setupWithNotes()
  void refetch(NOTES_URL)
  await expectRequests(2)
  const later = refetch(NOTES_URL)
  await expectRequests(3)
  respond('first response')
  respond('second response')
  await act(() => later)
  await expectShown('second response')
  expect(getCached()).toEqual({ text: 'second response' })
})

test('if data changes while its first request is pending, the data is fetched again', async () => {
  const { respond, expectShown, expectRequests } = await setup()
  await expectRequests(1)
  const done = refetch(NOTES_URL)
  respond('requested before the change')
  await expectRequests(2)
  respond('changed')
  await act(() => done)
  await expectShown('changed')
})

test('a late response does not replace the result of a change', async () => {
  const { respond, expectShown, currentNotes, expectRequests, change } = await setupWithNotes()
  const older = refetch(NOTES_URL)
  await expectRequests(2)
  await change(async () => ({ text: 'changed' }))
  await expectShown('changed')
  respond('requested before the change')
  await act(() => older)
  expect(getCached()).toEqual({ text: 'changed' })
  expect(currentNotes()).toEqual({ status: 'ready', data: { text: 'changed' } })
})

test('the result of one user’s change is not shown to the next', async () => {
  const { respond, expectShown, expectRequests, change } = await setupWithNotes()
  await change(async () => {
    act(() => signedIn(BOB, 't2'))
    await expectRequests(2)
    respond('of Bob')
    return { text: 'changed by Ada' }
  })
  await expectShown('of Bob')
  expect(client.getQueryData([NOTES_URL, ADA.id])).toBeUndefined()
})

test('refetches the URL and those below it, and nothing else', async () => {
  const { expectShown, respond, requests, expectRequests } = await setupWithNotes()
  await act(() => refetch('/api/note', '/api/notes/7'))
  expect(requests).toHaveLength(1)
  const done = refetch('/api')
  await expectRequests(2)
  respond('fetched again')
  await act(() => done)
  await expectShown('fetched again')
})
