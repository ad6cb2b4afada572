/**
 * The visit of this browser tab. A reload, or a return to the page, continues the visit; a page that is opened anew, for
 * example from another e-mail, begins one, so that it never shows an answer for an earlier file.
 */
const KEY = 'inkproof_verify_visit'

let current: string | undefined

/** Returns the ID of the visit: the same after a reload, and different in every tab. */
export function visitId(): string {
  current ??= (isContinued() ? readId() : null) ?? storeId(crypto.randomUUID())
  return current
}

function isContinued(): boolean {
  // The browser reloads a tab that it has discarded to save memory.
  if ('wasDiscarded' in document && document.wasDiscarded === true) return true
  const [entry] = performance.getEntriesByType?.('navigation') ?? []
  const type = (entry as PerformanceNavigationTiming | undefined)?.type
  return type === 'reload' || type === 'back_forward'
}

function readId(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** A browser that forbids storage begins a visit with every reload. */
function storeId(id: string): string {
  try {
    sessionStorage.setItem(KEY, id)
  } catch {}
  return id
}
