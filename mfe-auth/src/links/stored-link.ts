/**
 * The mailed link that opened this tab. Its secret is removed from the URL immediately, so that it appears neither on
 * screen nor in the browser's history. The tab stores the link, so that a reload can restore it. The stored link is
 * removed when it is used, rejected or dismissed, when the user leaves the page, and when another user signs in. It
 * expires after an hour.
 */
import { type Session, useSession } from '@inkproof/slice'

const KEY = 'inkproof_link'
/** Limits how long a link is usable when the browser restores a tab with its storage. */
const EXPIRES_AFTER_MS = 60 * 60 * 1_000
/** Matches links that need no session, which the next user of this browser could therefore use. */
const NEEDS_NO_SESSION = /^\/reset-password#|#undo-email=/

/** Stores a mailed link: its path and its fragment. */
export function storeLink(url: string): void {
  try {
    sessionStorage.setItem(KEY, `${Date.now()} ${url}`)
  } catch {
    // Storage is full or forbidden: the link is then lost on reload.
  }
}

/** Returns the stored link; null if there is none or it has expired. */
export function getStoredLink(): string | null {
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

/** The last signed-in user. `isSignedOut` distinguishes a sign-in, which follows it, from a restored session. */
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
  const mayBeOtherUser = isSignedOut && NEEDS_NO_SESSION.test(getStoredLink() ?? '')
  if (isOtherUser || mayBeOtherUser) removeStoredLink()
  lastUserId = session.user.id
  isSignedOut = false
}

onSessionChange(useSession.getState())
useSession.subscribe(onSessionChange)
