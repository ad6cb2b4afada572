import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { clearFragment } from './clear-fragment.ts'
import { getStoredLink, removeStoredLink, storeLink } from './stored-link.ts'

/** The content of a mailed link: `name` is its purpose. */
export type MailedLink = { name: string; secret: string }

/** Reads a fragment (`#…`); returns null if it is not a mailed link of this page. Must be a stable function. */
export type ReadLink = (fragment: string) => MailedLink | null

/** The mailed link that opened this page, even after a reload, and a function to dismiss it. */
export function useMailedLink(read: ReadLink): [MailedLink | null, () => void] {
  // Read during the first render, because the page would otherwise ask the visitor to sign in.
  const [link, setLink] = useState(() => read(location.hash) ?? read(getStoredFragment()))
  useEffect(() => {
    function readHash() {
      const hashLink = read(location.hash)
      if (hashLink === null) return
      storeLink(location.pathname + location.hash)
      clearFragment()
      setLink(hashLink)
    }
    readHash()
    addEventListener('hashchange', readHash)
    return () => removeEventListener('hashchange', readHash)
  }, [read])
  // Navigating to another page dismisses the link; a reload does not run this cleanup.
  useEffect(() => removeStoredLink, [])

  function dismiss() {
    removeStoredLink()
    setLink(null)
  }
  useOnReturn(dismiss)
  return [link, dismiss]
}

/** Calls the function when the user navigates to this page again, for example by its link in the menu. */
function useOnReturn(onReturn: () => void): void {
  const { key, hash } = useLocation()
  const shownKey = useRef(key)
  const handler = useRef(onReturn)
  handler.current = onReturn
  useEffect(() => {
    // A link to a section of this page, or a mailed link opened over it, has a fragment.
    if (shownKey.current !== key && hash === '') handler.current()
    shownKey.current = key
  }, [key, hash])
}

/** Returns the fragment of the stored link; empty if there is none for this page. */
function getStoredFragment(): string {
  const stored = getStoredLink()
  const path = `${location.pathname}#`
  return stored?.startsWith(path) ? stored.slice(path.length - 1) : ''
}
