/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */

import type { User } from '@inkproof/protocol/auth'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'
import { holdQueryCache, QUERY_DEFAULTS, queryClient } from './query-cache.ts'
import { request } from './request.ts'
import {
  followOtherTabs,
  restoreSession,
  type Session,
  signedIn,
  signOut,
  useSession,
} from './session.ts'
import { TOKEN_KEY, USER_KEY } from './storage.ts'
import { type ReceivedRequest, serve, type TestResponse } from './testing/serve.ts'
import { useToasts } from './toast.ts'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare function visit(url: string): void

const USER: User = {
  id: 'u1',
  email: 'ada@example.org',
  emailConfirmed: true,
  firstName: 'Ada',
  lastName: null,
  walletAddress: null,
  profileImageUrl: null,
  workspaceId: 'w1',
  role: 'owner',
  createdAt: '2026-01-01T00:00:00.000Z',
}

let stop: () => Promise<unknown>

beforeEach(() => {
  useSession.setState({ status: 'loading', user: null, token: null }, true)
  useToasts.setState({ toasts: [] })
})

afterEach(async () => {
  await signOut()
  await stop()
  jest.restoreAllMocks()
})

async function setup(
  respond: (received: ReceivedRequest) => TestResponse | Promise<TestResponse> = () => ({}),
) {
  const server = await serve(respond)
  stop = server.stop
  visit(server.origin)
  localStorage.clear()
  return server
}

function storeSession() {
  localStorage.setItem(TOKEN_KEY, 'stored')
  localStorage.setItem(USER_KEY, JSON.stringify(USER))
}

function waitForStatus(status: Session['status']): Promise<void> {
  if (useSession.getState().status === status) return Promise.resolve()
  return new Promise((resolve) => {
    const stopWaiting = useSession.subscribe((session) => {
      if (session.status !== status) return
      stopWaiting()
      resolve()
    })
  })
}

test('is signed out without a request when nothing is stored', async () => {
  const { requests } = await setup()
  await restoreSession()
  expect(useSession.getState().status).toBe('signed-out')
  expect(requests).toEqual([])
})

test('is signed out when the token is stored without the user', async () => {
  const { requests } = await setup()
  localStorage.setItem(TOKEN_KEY, 'stored')
  await restoreSession()
  expect(useSession.getState().status).toBe('signed-out')
  expect(requests).toEqual([])
})

test('validates the stored token and uses the user from the response', async () => {
  const { requests } = await setup(() => ({ body: { user: { ...USER, firstName: 'Augusta' } } }))
  storeSession()
  await restoreSession()
  expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/auth/me' })
  expect(requests[0]?.headers.authorization).toBe('Bearer stored')
  expect(useSession.getState()).toMatchObject({
    status: 'signed-in',
    user: { firstName: 'Augusta' },
  })
  expect(localStorage.getItem(USER_KEY)).toContain('Augusta')
})

test.each([
  ['is restored', 'signed-in', { body: { user: USER } }],
  ['is refused', 'signed-out', { status: 401 }],
] as const)(
  'calls of the page stay in progress while the session %s',
  async (_what, status, me) => {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    await setup(({ url }) => (url === '/api/page' ? finished.then(() => ({ body: 1 })) : me))
    storeSession()
    holdQueryCache(new QueryClient({ defaultOptions: QUERY_DEFAULTS }))
    const page = queryClient.ensureQueryData({ queryKey: ['/api/page'] })
    await restoreSession()
    expect(useSession.getState().status).toBe(status)
    finish()
    expect(await page).toBe(1)
  },
)

test('nothing that was fetched for a user stays after a sign-in in another tab', async () => {
  await setup(() => ({ body: { user: USER } }))
  const cache = new QueryClient({ defaultOptions: QUERY_DEFAULTS })
  holdQueryCache(cache)
  signedIn({ ...USER, id: 'u2' }, 'theirs')
  cache.setQueryData(['/api/x', 'u2'], 1)
  storeSession()
  const stopFollowing = followOtherTabs()
  dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY, newValue: 'stored' }))
  expect(cache.getQueryData(['/api/x', 'u2'])).toBeUndefined()
  stopFollowing()
  await waitForStatus('signed-in')
})

test('silently removes the stored token and user when the token is refused', async () => {
  const logError = jest.spyOn(console, 'error')
  await setup(() => ({ status: 401 }))
  storeSession()
  await restoreSession()
  expect(useSession.getState().status).toBe('signed-out')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  expect(localStorage.getItem(USER_KEY)).toBeNull()
  expect(logError).not.toHaveBeenCalled()
  expect(useToasts.getState().toasts).toEqual([])
  expect(useSession.getState()).not.toHaveProperty('hasEnded')
})

test('stays loading while the service is unavailable and retries', async () => {
  const statuses: string[] = []
  const { requests } = await setup(() => {
    statuses.push(useSession.getState().status)
    return requests.length > 1 ? { body: { user: USER } } : { status: 503 }
  })
  storeSession()
  await restoreSession()
  expect(statuses).toEqual(['loading', 'loading'])
  expect(useSession.getState().status).toBe('signed-in')
})

test('discards the stored session when the service stays unavailable', async () => {
  await setup(() => ({ status: 503 }))
  storeSession()
  await restoreSession(600)
  expect(useSession.getState().status).toBe('signed-out')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

test('a late response does not replace a newer sign-in', async () => {
  await setup(() => {
    signedIn({ ...USER, id: 'u2' }, 'newer')
    return { body: { user: USER } }
  })
  storeSession()
  await restoreSession()
  expect(useSession.getState()).toMatchObject({ token: 'newer', user: { id: 'u2' } })
})

test('a sign-in is stored and sets the token for requests', async () => {
  const { requests } = await setup()
  signedIn(USER, 'fresh')
  await request('GET', '/api/x')
  expect(localStorage.getItem(TOKEN_KEY)).toBe('fresh')
  expect(JSON.parse(localStorage.getItem(USER_KEY) ?? '')).toEqual(USER)
  expect(requests[0]?.headers.authorization).toBe('Bearer fresh')
})

test('signing out notifies the service', async () => {
  const { requests } = await setup()
  signedIn(USER, 'fresh')
  await signOut()
  expect(requests[0]).toMatchObject({ method: 'POST', url: '/api/auth/logout' })
  expect(requests[0]?.headers.authorization).toBe('Bearer fresh')
  expect(useSession.getState().status).toBe('signed-out')
})

test('signing out clears the session even if the call fails, and only logs the failure', async () => {
  const logError = jest.spyOn(console, 'error').mockImplementation(() => {})
  await setup(() => ({ status: 500 }))
  signedIn(USER, 'fresh')
  await signOut()
  expect(useSession.getState().status).toBe('signed-out')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  expect(logError).toHaveBeenCalledWith('Logout error:', expect.any(Error))
})

test('a refused token ends the session', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {})
  await setup(() => ({ status: 401 }))
  signedIn(USER, 'old')
  await expect(request('GET', '/api/x')).rejects.toThrow('401')
  expect(useSession.getState().status).toBe('signed-out')
})

test('a session ended elsewhere is announced once, even if several calls fail', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {})
  await setup(() => ({ status: 401 }))
  signedIn(USER, 'old')
  await Promise.allSettled([request('GET', '/api/x'), request('GET', '/api/y')])
  expect(useSession.getState()).toMatchObject({ status: 'signed-out', hasEnded: true })
  expect(useToasts.getState().toasts).toMatchObject([
    { title: 'You were signed out', description: 'Your session has ended. Sign in to continue.' },
  ])
  signedIn(USER, 'new')
  expect(useSession.getState()).not.toHaveProperty('hasEnded')
})

test('signing out of an already ended session shows no notice', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {})
  jest.spyOn(console, 'error').mockImplementation(() => {})
  await setup(() => ({ status: 401 }))
  signedIn(USER, 'old')
  await signOut()
  expect(useSession.getState()).toEqual({ status: 'signed-out', user: null, token: null })
  expect(useToasts.getState().toasts).toEqual([])
})

test('signing out in another tab signs out here', async () => {
  await setup()
  const unfollow = followOtherTabs()
  signedIn(USER, 'fresh')
  dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY, newValue: null }))
  expect(useSession.getState().status).toBe('signed-out')
  expect(useToasts.getState().toasts).toEqual([])
  unfollow()
})
