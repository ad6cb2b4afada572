import { useEffect, useState } from 'react'
import { clearFragment } from './clear-fragment.ts'
import { removeStoredLink, storedLink, storeLink } from './stored-link.ts'

/** The content of a mailed link: its purpose and its secret. */
export type MailedLink = { name: string; secret: string }

/** Reads a fragment (`#…`); null if it is no mailed link of this page. Must be a stable function. */
export type ReadLink = (fragment: string) => MailedLink | null

/** The mailed link that opened this page, also after a reload, and a function to dismiss it. */
export function useMailedLink(read: ReadLink): [MailedLink | null, () => void] {
  // Read before anything else renders, because a personal page would ask the visitor to sign in.
  const [link, setLink] = useState(() => read(location.hash) ?? read(keptFragment()))
  useEffect(() => {
    function take() {
      const found = read(location.hash)
      if (found === null) return
      storeLink(location.pathname + location.hash)
      clearFragment()
      setLink(found)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [read])
  // A reload does not get here; navigating to another page dismisses the link.
  useEffect(() => removeStoredLink, [])

  function putAside() {
    removeStoredLink()
    setLink(null)
  }
  return [link, putAside]
}

/** A link stored for another page stays there. */
function keptFragment(): string {
  const kept = storedLink()
  const path = `${location.pathname}#`
  return kept?.startsWith(path) ? kept.slice(path.length - 1) : ''
}
