import type { User } from '@inkproof/protocol/auth'
import { create } from 'zustand'
import { queryClient } from './query-cache.ts'
import { onTokenRefused, RequestError, request, setAccessToken } from './request.ts'
import { readStored, writeStored } from './storage.ts'
import { toast } from './toast.ts'

/** Specification, section 3: names of what the browser keeps. */
export const TOKEN_KEY = 'inkproof_token'
/** A JSON copy of the user. */
export const USER_KEY = 'inkproof_user'

const RESTORE_DEADLINE_MS = 10_000
const RESTORE_PAUSE_MS = 500

/**
 * Who is here. Signed in means a user is present. `hasEnded` is there where the person was signed in on this
 * page and did not sign out: a service refused the token.
 */
export type Session =
  | { status: 'loading'; user: null; token: null }
  | { status: 'signed-out'; user: null; token: null; hasEnded?: true }
  | { status: 'signed-in'; user: User; token: string }

/** The session, for reading. It changes by {@link signedIn}, {@link signOut} and {@link restoreSession} only. */
export const useSession = create<Session>()(() => ({ status: 'loading', user: null, token: null }))

/** After a login, registration or wallet login: holds and stores what the service answered. */
export function signedIn(user: User, token: string): void {
  if (useSession.getState().user?.id !== user.id) queryClient.clear()
  setAccessToken(token)
  writeStored(TOKEN_KEY, token)
  writeStored(USER_KEY, JSON.stringify(user))
  useSession.setState({ status: 'signed-in', user, token }, true)
}

/** The token somebody is signing out with: that it is refused by then is no news to them. */
let leavingWith: string | null = null

/** Tells the service where a token exists, and forgets the person here whatever it answers. */
export async function signOut(): Promise<void> {
  const { token } = useSession.getState()
  leavingWith = token
  try {
    if (token !== null) await request('POST', '/api/auth/logout')
  } catch (error) {
    console.error('Logout error:', error)
  } finally {
    leavingWith = null
    forget()
  }
}

/**
 * Checks what is stored against the service, once, at the start of the page. A service that is busy
 * (503) or cannot be reached is asked again for 10 s before the stored items are given up.
 */
export async function restoreSession(deadlineMs = RESTORE_DEADLINE_MS): Promise<void> {
  const token = readStored(TOKEN_KEY)
  if (token === null || readStored(USER_KEY) === null) {
    useSession.setState({ status: 'signed-out', user: null, token: null }, true)
    return
  }
  const user = await checkToken(token, Date.now() + deadlineMs)
  // A sign-in that ended meanwhile is newer than this answer.
  if (useSession.getState().status !== 'loading') return
  if (user === null) forget()
  else signedIn(user, token)
}

/** Follows sign-in and sign-out in the other tabs of this browser. Returns the way to stop. */
export function followOtherTabs(): () => void {
  function onStorage(event: StorageEvent) {
    if (event.key !== TOKEN_KEY) return
    if (event.newValue === null) forget()
    else if (event.newValue !== useSession.getState().token) void adopt()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

async function adopt(): Promise<void> {
  useSession.setState({ status: 'loading', user: null, token: null }, true)
  await restoreSession()
}

async function checkToken(token: string, endsAt: number): Promise<User | null> {
  for (;;) {
    try {
      return await askWhoIAm(token, endsAt - Date.now())
    } catch (error) {
      const mayRecover = !(error instanceof RequestError) || error.status === 503
      if (!mayRecover || Date.now() + RESTORE_PAUSE_MS >= endsAt) return null
      await new Promise((resolve) => setTimeout(resolve, RESTORE_PAUSE_MS))
    }
  }
}

async function askWhoIAm(token: string, leftMs: number): Promise<User> {
  const answer = await request('GET', '/api/auth/me', undefined, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(Math.max(leftMs, 1)),
  })
  const { user } = (await answer.json()) as { user: User }
  return user
}

function forget(how: { hasEnded?: true } = {}): void {
  setAccessToken(null)
  writeStored(TOKEN_KEY, null)
  writeStored(USER_KEY, null)
  queryClient.clear()
  useSession.setState({ status: 'signed-out', user: null, token: null, ...how }, true)
}

/** A refused token is a session that has ended, which is said; what was typed stays where it is. */
function end(refused: string): void {
  const isNews = refused === useSession.getState().token && refused !== leavingWith
  forget(isNews ? { hasEnded: true } : {})
  if (!isNews) return
  toast({
    title: 'You were signed out',
    description: 'Your session has ended. Sign in to go on.',
  })
}

onTokenRefused(end)
