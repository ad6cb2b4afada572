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

declare function visit(url: string): void

const ADA = { id: 'u1', email: 'ada@example.org' } as User
const BOB = { id: 'u2', email: 'bob@example.org' } as User
const URL_OF_NOTES = '/api/notes'

type Notes = { text: string }

const NOTES: CallQuery<Notes> = {
  queryKey: [URL_OF_NOTES],
  queryFn: async ({ signal }) => {
    const response = await request('GET', URL_OF_NOTES, undefined, { signal })
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

/** A page that shows the person's notes. `answer` answers the request that has waited longest. */
async function setup() {
  const waiting: ((text: string) => void)[] = []
  const service = await serve(({ method }) =>
    method === 'GET'
      ? new Promise((resolve) => waiting.push((text) => resolve({ body: { text } })))
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
  const isAsked = (times: number) => waitFor(() => expect(service.requests).toHaveLength(times))
  return {
    requests: service.requests,
    isAsked,
    answer: (text: string) => waiting.shift()?.(text),
    shown: () => result.current.notes,
    shows: (text: string) =>
      waitFor(() => expect(result.current.notes).toEqual({ status: 'ready', data: { text } })),
    change: (answer: () => Promise<Notes>) => act(() => result.current.change(answer)),
  }
}

function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** What is cached, which may not be on screen yet. */
const cached = () => client.getQueryData([URL_OF_NOTES, ADA.id])

/** {@link setup} with notes of Ada on screen. */
async function shownNotes() {
  const page = await setup()
  await page.isAsked(1)
  page.answer('of Ada')
  await page.shows('of Ada')
  return page
}

test('data is shown and not fetched again', async () => {
  const { requests } = await shownNotes()
  expect(requests.map(({ url }) => url)).toEqual([URL_OF_NOTES])
})

test('one person’s data is never shown to the next', async () => {
  const { shown, answer, shows, isAsked } = await shownNotes()
  act(() => signedIn(BOB, 't2'))
  expect(shown()).toEqual({ status: 'loading' })
  await isAsked(2)
  answer('of Bob')
  await shows('of Bob')
})

test('a response in progress for one person is not shown to the next', async () => {
  const { shown, answer, shows, isAsked } = await setup()
  await isAsked(1)
  act(() => signedIn(BOB, 't2'))
  await isAsked(2)
  answer('of Ada')
  expect(shown()).toEqual({ status: 'loading' })
  answer('of Bob')
  await shows('of Bob')
})

test.each([
  ['signing out', signOut],
  [
    'the end of the session',
    async () => {
      useSession.setState({ status: 'signed-out', user: null, token: null, hasEnded: true }, true)
    },
  ],
])('after %s nothing is shown, and nothing is fetched', async (_, leave) => {
  const { shown, requests } = await shownNotes()
  await act(leave)
  expect(shown()).toEqual({ status: 'loading' })
  expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(1)
})

test('after signing out nothing is left in the cache', async () => {
  await shownNotes()
  await act(signOut)
  expect(client.getQueryCache().findAll({ queryKey: [URL_OF_NOTES, ADA.id] })).toEqual([])
})

test('of two requests the later one counts, whichever is answered first', async () => {
  const { answer, shows, isAsked } = await shownNotes()
  void refetch(URL_OF_NOTES)
  await isAsked(2)
  const later = refetch(URL_OF_NOTES)
  await isAsked(3)
  answer('asked first')
  answer('asked second')
  await act(() => later)
  await shows('asked second')
  expect(cached()).toEqual({ text: 'asked second' })
})

test('a late response does not replace the result of a change', async () => {
  const { answer, shows, shown, isAsked, change } = await shownNotes()
  const older = refetch(URL_OF_NOTES)
  await isAsked(2)
  await change(async () => ({ text: 'changed' }))
  await shows('changed')
  answer('asked before the change')
  await act(() => older)
  expect(cached()).toEqual({ text: 'changed' })
  expect(shown()).toEqual({ status: 'ready', data: { text: 'changed' } })
})

test('the result of one person’s change is not shown to the next', async () => {
  const { answer, shows, isAsked, change } = await shownNotes()
  await change(async () => {
    act(() => signedIn(BOB, 't2'))
    await isAsked(2)
    answer('of Bob')
    return { text: 'changed by Ada' }
  })
  await shows('of Bob')
  expect(client.getQueryData([URL_OF_NOTES, ADA.id])).toBeUndefined()
})

test('a change refetches what is below its URL, and nothing else', async () => {
  const { shows, answer, requests, isAsked } = await shownNotes()
  await act(() => refetch('/api/note', '/api/notes/7'))
  expect(requests).toHaveLength(1)
  const done = refetch('/api')
  await isAsked(2)
  answer('fetched again')
  await act(() => done)
  await shows('fetched again')
})
