import { useEffect, useState } from 'react'
import { forgetFragment } from './forget-fragment.ts'
import { forgetLink, keepLink, keptLink } from './kept-link.ts'

/** What a mailed link carries: what it is for, and its secret. */
export type MailedLink = { name: string; secret: string }

/** Reads a fragment (`#…`); null where it is no mailed link of this page. It has to stay the same function. */
export type ReadLink = (fragment: string) => MailedLink | null

/** The mailed link this page was opened by, before a reload too, and the way to put it aside. */
export function useMailedLink(read: ReadLink): [MailedLink | null, () => void] {
  // Found before anything else is shown: a page of one's own would ask who is here.
  const [link, setLink] = useState(() => read(location.hash) ?? read(keptFragment()))
  useEffect(() => {
    function take() {
      const found = read(location.hash)
      if (found === null) return
      keepLink(location.pathname + location.hash)
      forgetFragment()
      setLink(found)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [read])
  // A reload does not come by here, and whoever goes to another page has put the link aside.
  useEffect(() => forgetLink, [])

  function putAside() {
    forgetLink()
    setLink(null)
  }
  return [link, putAside]
}

/** What is kept for another page stays there. */
function keptFragment(): string {
  const kept = keptLink()
  const path = `${location.pathname}#`
  return kept?.startsWith(path) ? kept.slice(path.length - 1) : ''
}
