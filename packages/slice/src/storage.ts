/** Browser storage by name. A browser that forbids storage behaves as an empty one: nothing is kept. */

/** What is stored under a name, or null. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a value, or removes it with null. */
export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Storage is full or forbidden: the session then lasts as long as the page.
  }
}
