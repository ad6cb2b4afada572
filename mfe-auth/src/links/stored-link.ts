/**
 * The mailed link that opened this tab. Its secret is removed from the address at once, so that nobody sees it on
 * the screen or in the browser's history. The tab stores it, so that a reload shows it again, until it is used,
 * refused, dismissed or left, an hour has passed, or another person signs in.
 */
import { type Session, useSession } from '@inkproof/slice'

const KEY = 'inkproof_link'
/** A browser restores a tab's storage with the tab. */
const EXPIRES_AFTER_MS = 60 * 60 * 1_000
/** These links need no session, so the next person at this browser could use them. */
const NEEDS_NO_SESSION = /^\/reset-password#|#undo-email=/

/** Stores a mailed link: its path and its fragment. */
export function storeLink(address: string): void {
  try {
    sessionStorage.setItem(KEY, `${Date.now()} ${address}`)
  } catch {
    // Storage is full or forbidden: the link then lasts as long as the page.
  }
}

/** Returns the stored link, or null. */
export function storedLink(): string | null {
  try {
    const [keptAt, address] = sessionStorage.getItem(KEY)?.split(' ') ?? []
    return address !== undefined && Date.now() - Number(keptAt) < EXPIRES_AFTER_MS ? address : null
  } catch {
    return null
  }
}

export function removeStoredLink(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing could be stored either.
  }
}

/** The last signed-in person, and whether nobody is signed in now: restoring a session is not a sign-in. */
let person: string | null = null
let isOut = false

function follow(session: Session): void {
  if (session.user === null) {
    if (session.status === 'loading') return
    // After the end of a session, the same person may sign in again and continue.
    if (person !== null && !('hasEnded' in session)) {
      removeStoredLink()
      person = null
    }
    isOut = true
    return
  }
  const isAnother = person !== null && person !== session.user.id
  const mayBeAnother = isOut && NEEDS_NO_SESSION.test(storedLink() ?? '')
  if (isAnother || mayBeAnother) removeStoredLink()
  person = session.user.id
  isOut = false
}

follow(useSession.getState())
useSession.subscribe(follow)
