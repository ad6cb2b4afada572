/**
 * The mailed link this tab was opened by. Its secret leaves the address at once: whoever looks over a shoulder,
 * or into the browser's history, shall not find it there. The tab keeps it, so that a reload shows what the
 * link opens again, until it is used, refused or put aside, or somebody signs out.
 */
import { useSession } from '@inkproof/slice'

const KEY = 'inkproof_link'

/** Keeps the address of a mailed link: its path and its fragment. */
export function keepLink(address: string): void {
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // Storage is full or forbidden: the link then lasts as long as the page.
  }
}

/** The address that is kept, or null. */
export function keptLink(): string | null {
  try {
    return sessionStorage.getItem(KEY)
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

// A session that ended is another matter: its person comes back and goes on.
useSession.subscribe((session, before) => {
  if (before.user !== null && session.user === null && !('hasEnded' in session)) forgetLink()
})
