import { type ComponentType, lazy, useEffect, useState } from 'react'
import { forgetFragment } from './forget-fragment.ts'
import type { LinkCardProps } from './link-card.ts'
import { LINKS } from './links.ts'

export type MailedLink = { Card: ComponentType<LinkCardProps>; secret: string }

/** The mailed link this page was opened by, and the way to put it aside. */
export function useMailedLink(links = LINKS): [MailedLink | null, () => void] {
  // Found before anything else is shown: the settings would ask who is here.
  const [link, setLink] = useState(() => linkIn(location.hash, links))
  useEffect(() => {
    function take() {
      const found = linkIn(location.hash, links)
      if (found === null) return
      forgetFragment()
      setLink(found)
    }
    if (linkIn(location.hash, links) !== null) forgetFragment()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [links])
  return [link, () => setLink(null)]
}

function linkIn(hash: string, links: typeof LINKS): MailedLink | null {
  const [, name = '', secret = ''] = /^#([a-z-]+)=([\w.-]+)$/.exec(hash) ?? []
  const load = Object.hasOwn(links, name) ? links[name] : undefined
  if (load === undefined) return null
  return { Card: lazy(async () => ({ default: (await load()).Component })), secret }
}
