import type { User } from '@inkproof/protocol/auth'
import { SHOW_ME } from '@inkproof/protocol/paths'
import { t } from '@inkproof/texts/text'
import { create } from 'zustand'
import { sendSignOuts } from './pending-sign-out.ts'
import { queryClient } from './query-cache.ts'
import { onTokenRefused, RequestError, request, setAccessToken } from './request.ts'
import { readStored, TOKEN_KEY, USER_KEY, writeStored } from './storage.ts'
import { storeSignOut } from './stored-sign-outs.ts'
import { toast } from './toast.ts'

const RESTORE_TIMEOUT_MS = 10_000
const RESTORE_RETRY_DELAY_MS = 500

/**
 * The session state. Signed in means that a user is present. `hasEnded` is set when a service
 * refused the token of a user who had signed in on this page and did not sign out.
 */
export type Session =
  | { status: 'loading'; user: null; token: null }
  | { status: 'signed-out'; user: null; token: null; hasEnded?: true }
  | { status: 'signed-in'; user: User; token: string }

/**
 * Read-only hook for the session. Only {@link signedIn}, {@link signOut} and {@link restoreSession}
 * change it.
 */
export const useSession = create<Session>()(() => ({ status: 'loading', user: null, token: null }))

/** Stores the response of a login, registration or wallet login and starts the session. */
export function signedIn(user: User, token: string): void {
  if (useSession.getState().user?.id !== user.id) queryClient.clear()
  startSession(user, token)
}

function startSession(user: User, token: string): void {
  setAccessToken(token)
  writeStored(TOKEN_KEY, token)
  writeStored(USER_KEY, JSON.stringify(user))
  useSession.setState({ status: 'signed-in', user, token }, true)
}

/**
 * Clears the session in this browser at once, and ends it at the service. If the service does not confirm that, the
 * sign-out is sent again later (send-sign-outs.ts).
 */
export async function signOut(): Promise<void> {
  const { token } = useSession.getState()
  if (token !== null) storeSignOut(token)
  clearSession()
  await sendSignOuts()
}

/**
 * Validates the stored session with the service. Called when the page loads, and after a sign-in in
 * another tab. Retries for 10 s while the service is busy (503) or unreachable, then discards the stored session.
 */
export async function restoreSession(timeoutMs = RESTORE_TIMEOUT_MS): Promise<void> {
  const token = readStored(TOKEN_KEY)
  if (token === null || readStored(USER_KEY) === null) {
    useSession.setState({ status: 'signed-out', user: null, token: null }, true)
    return
  }
  const user = await checkToken(token, Date.now() + timeoutMs)
  // A sign-in in the meantime is newer than this response.
  if (useSession.getState().status !== 'loading') return
  // Does not clear the cache, which holds no user's data yet: a page would wait forever for a canceled call.
  if (user === null) endSession()
  else startSession(user, token)
}

/**
 * Follows sign-in and sign-out in other tabs of this browser. Returns a function that stops
 * following.
 */
export function followOtherTabs(): () => void {
  function onStorage(event: StorageEvent) {
    if (event.key !== TOKEN_KEY) return
    if (event.newValue === null) clearSession()
    else if (event.newValue !== useSession.getState().token) void reloadSession()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

async function reloadSession(): Promise<void> {
  queryClient.clear()
  useSession.setState({ status: 'loading', user: null, token: null }, true)
  await restoreSession()
}

async function checkToken(token: string, deadline: number): Promise<User | null> {
  for (;;) {
    try {
      return await fetchUser(token, deadline - Date.now())
    } catch (error) {
      const mayRecover = !(error instanceof RequestError) || error.status === 503
      if (!mayRecover || Date.now() + RESTORE_RETRY_DELAY_MS >= deadline) return null
      await new Promise((resolve) => setTimeout(resolve, RESTORE_RETRY_DELAY_MS))
    }
  }
}

async function fetchUser(token: string, remainingMs: number): Promise<User> {
  const response = await request(SHOW_ME.method, SHOW_ME.path, undefined, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(Math.max(remainingMs, 1)),
  })
  const { user } = (await response.json()) as { user: User }
  return user
}

function clearSession(ending: { hasEnded?: true } = {}): void {
  queryClient.clear()
  endSession(ending)
}

function endSession(ending: { hasEnded?: true } = {}): void {
  setAccessToken(null)
  writeStored(TOKEN_KEY, null)
  writeStored(USER_KEY, null)
  useSession.setState({ status: 'signed-out', user: null, token: null, ...ending }, true)
}

/**
 * Ends the session after a service refused its token, and notifies the user. User input on the page
 * is not lost.
 */
function handleTokenRefused(refused: string): void {
  const isUnexpected = refused === useSession.getState().token
  clearSession(isUnexpected ? { hasEnded: true } : {})
  if (!isUnexpected) return
  toast({
    title: t('You were signed out'),
    description: t('Your session has ended. Sign in to continue.'),
  })
}

onTokenRefused(handleTokenRefused)
