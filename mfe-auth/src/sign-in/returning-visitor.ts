/** Whether someone has signed in with this browser before. Stores no personal data, and outlasts the session. */
const KEY = 'inkproof_returning'

export function rememberVisitor(): void {
  try {
    localStorage.setItem(KEY, 'yes')
  } catch {
    // Storage is full or forbidden: the visitor then counts as new.
  }
}

export function isReturningVisitor(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}
