/**
 * The mailed link this tab was opened by. Its secret leaves the address at once: whoever looks over a shoulder,
 * or into the browser's history, shall not find it there. The tab keeps it, so that a reload shows what the
 * link opens again, until it is used, refused, put aside or left, an hour is over, or somebody else is here.
 */
import { type Session, useSession } from '@inkproof/slice'

const KEY = 'inkproof_link'
/** A browser brings a tab's storage back with the tab. */
const KEPT_MS = 60 * 60 * 1_000
/** What these links do needs no session, so whoever is here next could do it. */
const NEEDS_NO_SESSION = /^\/reset-password#|#undo-email=/

/** Keeps the address of a mailed link: its path and its fragment. */
export function keepLink(address: string): void {
  try {
    sessionStorage.setItem(KEY, `${Date.now()} ${address}`)
  } catch {
    // Storage is full or forbidden: the link then lasts as long as the page.
  }
}

/** The address that is kept, or null. */
export function keptLink(): string | null {
  try {
    const [keptAt, address] = sessionStorage.getItem(KEY)?.split(' ') ?? []
    return address !== undefined && Date.now() - Number(keptAt) < KEPT_MS ? address : null
  } catch {
    return null
  }
}

export function forgetLink(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing could be kept either.
  }
}

/** Who was here last, and whether nobody is: a session that is restored is no sign-in. */
let person: string | null = null
let isOut = false

function follow(session: Session): void {
  if (session.user === null) {
    if (session.status === 'loading') return
    // Of a session that ended its person comes back and goes on.
    if (person !== null && !('hasEnded' in session)) {
      forgetLink()
      person = null
    }
    isOut = true
    return
  }
  const isAnother = person !== null && person !== session.user.id
  const mayBeAnother = isOut && NEEDS_NO_SESSION.test(keptLink() ?? '')
  if (isAnother || mayBeAnother) forgetLink()
  person = session.user.id
  isOut = false
}

follow(useSession.getState())
useSession.subscribe(follow)
