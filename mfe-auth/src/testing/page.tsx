/** Shared by the tests of this slice: a service, a signed-in user, and a scripted worker. */
import type { AccountView } from '@inkproof/protocol/account'
import type { CaptchaChallenge } from '@inkproof/protocol/captcha'
import {
  closeAuth,
  holdQueryCache,
  QUERY_DEFAULTS,
  signOut,
  type User,
  useSession,
} from '@inkproof/slice'
import { type ReceivedRequest, serve, type TestResponse } from '@inkproof/slice/testing/serve'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, renderHook } from '@testing-library/react'
import { act, type ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { resetCaptcha } from '../captcha/captcha.store.ts'
import type { SolverMessage } from '../captcha/solve.worker.ts'

/** Sets the URL of the page; provided by the test environment (browser-env.mjs). */
declare function visit(url: string): void

export const USER: User = {
  id: 'u1',
  email: 'ada.lovelace.long@example.org',
  emailConfirmed: true,
  firstName: 'Ada',
  lastName: 'Lovelace',
  walletAddress: null,
  profileImageUrl: null,
  workspaceId: 'w1',
  role: 'owner',
  createdAt: '2026-01-01T00:00:00.000Z',
}

/** The account of {@link USER} with a password and nothing else. */
export const ACCOUNT: AccountView = {
  email: USER.email,
  emailConfirmed: true,
  firstName: USER.firstName,
  lastName: USER.lastName,
  profileImageUrl: null,
  hasPassword: true,
  wallets: [],
  passkeys: [],
  providers: [],
  appAddedAt: null,
  recoveryCodesLeft: 0,
  deleteAt: null,
  createdAt: USER.createdAt,
}

export const CHALLENGE: CaptchaChallenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00',
    salt: '00',
    cost: 1,
    keyLength: 32,
    keyPrefix: '00',
    keySignature: '00',
    expiresAt: 1_800_000_000,
    data: { most: 10 },
  },
  signature: '00',
}

/**
 * Starts a service and makes it the page's origin. It accepts every logout; `respond` handles all other requests.
 */
export async function startService(
  respond: (request: ReceivedRequest) => TestResponse | Promise<TestResponse>,
) {
  const service = await serve((request) =>
    request.url === '/api/auth/logout' ? { status: 204 } : respond(request),
  )
  visit(service.origin)
  // jsdom has no workers. This one never responds, as if it were slow.
  if (!('Worker' in globalThis)) installWorker(() => [])
  localStorage.clear()
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
  return {
    requests: service.requests,
    sentTo: (url: string) =>
      service.requests
        .filter((request) => request.url === url)
        .map(({ body }) => (body ? JSON.parse(body) : null)),
    stop: async () => {
      await act(async () => {
        closeAuth()
        resetCaptcha()
        await signOut()
      })
      cleanup()
      await service.stop()
    },
  }
}

const client = new QueryClient({ defaultOptions: QUERY_DEFAULTS })
// As in the shell, the cache is cleared when a session ends.
holdQueryCache(client)

export function show(children: ReactNode): void {
  render(<MemoryRouter>{children}</MemoryRouter>, { wrapper: Queries })
}

/** Renders a hook in a component and returns its result, for calling it from a test. */
export function renderHookResult<Result>(useHook: () => Result): Result {
  return renderHook(useHook, { wrapper: Queries }).result.current
}

function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Renders the path of the current URL. */
export function CurrentPath() {
  return <p>at {useLocation().pathname}</p>
}

/** Signs the user in without a form. */
export function signInAs(user: User = USER, token = 'test-token'): void {
  act(() => useSession.setState({ status: 'signed-in', user, token }, true))
}

/**
 * Replaces the browser's Worker, which jsdom lacks: replies to each message with the messages that `script`
 * returns for it; `script(null)` returns those sent at the start.
 */
export function installWorker(script: (message: unknown) => SolverMessage[]): void {
  class ScriptedWorker {
    onmessage: ((event: { data: SolverMessage }) => void) | null = null
    onerror: (() => void) | null = null
    constructor() {
      this.#send(null)
    }
    postMessage(message: unknown) {
      this.#send(message)
    }
    terminate() {
      this.onmessage = null
    }
    #send(message: unknown) {
      for (const data of script(message))
        queueMicrotask(() => runInAct(() => this.onmessage?.({ data })))
    }
  }
  Object.assign(globalThis, { Worker: ScriptedWorker })
}

/** Applies a change within `act`, except while a test is waiting: React would then warn about `act`. */
function runInAct(change: () => void): void {
  if ((globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT) act(change)
  else change()
}

/** A script for {@link installWorker}: loads, reports half of the progress, and solves the challenge. */
export function solveChallenge(message: unknown): SolverMessage[] {
  if (message === null) return [{ kind: 'loaded' }]
  return [
    { kind: 'progress', progress: 0.5 },
    { kind: 'solved', solution: { counter: 5, derivedKey: 'ab' } },
  ]
}

/** Replaces the browser's IntersectionObserver, which jsdom lacks: it never reports an element in view. */
export function mockIntersectionObserver(): void {
  class IdleIntersectionObserver {
    observe() {}
    disconnect() {}
  }
  Object.assign(globalThis, { IntersectionObserver: IdleIntersectionObserver })
}
