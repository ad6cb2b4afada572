/**
 * The mailed link that opened this tab. Its secret is removed from the URL immediately, so that it appears neither on
 * screen nor in the browser's history. The tab stores it for a reload, until it is used, rejected or dismissed, the
 * user leaves the page or another one signs in, or an hour has passed.
 */
import { type Session, useSession } from '@inkproof/slice'

const KEY = 'inkproof_link'
/** Limits how long a link is usable when the browser restores a tab with its storage. */
const EXPIRES_AFTER_MS = 60 * 60 * 1_000
/** Links that need no session, so the next user of this browser could use them. */
const NEEDS_NO_SESSION = /^\/reset-password#|#undo-email=/

/** Stores a mailed link: its path and its fragment. */
export function storeLink(url: string): void {
  try {
    sessionStorage.setItem(KEY, `${Date.now()} ${url}`)
  } catch {
    // Storage is full or forbidden: the link is then lost on reload.
  }
}

/** Returns the stored link, or null. */
export function storedLink(): string | null {
  try {
    const [storedAt, url] = sessionStorage.getItem(KEY)?.split(' ') ?? []
    return url !== undefined && Date.now() - Number(storedAt) < EXPIRES_AFTER_MS ? url : null
  } catch {
    return null
  }
}

export function removeStoredLink(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
}

/** The last signed-in user, and whether a user has been signed out since: restoring a session is not a sign-in. */
let lastUserId: string | null = null
let isSignedOut = false

function onSessionChange(session: Session): void {
  if (session.user === null) {
    if (session.status === 'loading') return
    // After a session has ended, the same user may sign in again and continue.
    if (lastUserId !== null && !('hasEnded' in session)) {
      removeStoredLink()
      lastUserId = null
    }
    isSignedOut = true
    return
  }
  const isOtherUser = lastUserId !== null && lastUserId !== session.user.id
  const mayBeOtherUser = isSignedOut && NEEDS_NO_SESSION.test(storedLink() ?? '')
  if (isOtherUser || mayBeOtherUser) removeStoredLink()
  lastUserId = session.user.id
  isSignedOut = false
}

onSessionChange(useSession.getState())
useSession.subscribe(onSessionChange)
