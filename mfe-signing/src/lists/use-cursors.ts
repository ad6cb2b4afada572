import { useState } from 'react'

/** Which page of a list is shown, the newest first. */
export type Cursors = {
  /** Of the page; undefined for the first one. */
  cursor: string | undefined
  isFirst: boolean
  showNewer: () => void
  /** @param next the `next` of the current page */
  showOlder: (next: string) => void
  showFirst: () => void
}

/** The list is paged by cursors, of which only the next one is known, so those of the pages before are kept. */
export function useCursors(): Cursors {
  const [cursors, setCursors] = useState<readonly string[]>([])
  return {
    cursor: cursors.at(-1),
    isFirst: cursors.length === 0,
    showNewer: () => setCursors((old) => old.slice(0, -1)),
    showOlder: (next) => setCursors((old) => [...old, next]),
    showFirst: () => setCursors([]),
  }
}
