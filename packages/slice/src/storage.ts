/**
 * Access to browser storage. If the browser forbids storage, nothing is stored and every
 * read returns null.
 */

/** Name of the stored access token (specification, section 3). */
export const TOKEN_KEY = 'inkproof_token'
/** Name of the stored copy of the user, as JSON. */
export const USER_KEY = 'inkproof_user'
/** Name of the stored tokens whose sign-out is not confirmed yet, separated by spaces. */
export const SIGN_OUTS_KEY = 'inkproof_sign_outs'
/** Name of the stored theme (specification, section 4). */
export const THEME_KEY = 'theme'

/** Returns the value stored under a name, or null. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a value under a name; null removes the stored value. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Storage is full or forbidden: the session then lasts until the page is closed.
  }
}
