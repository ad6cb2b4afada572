import { Link, matchPath, useLocation } from 'react-router-dom'
import { NotInThisRelease } from './not-in-this-release.tsx'

/** A page whose content comes with a later release: what is lacking, and what works instead. */
export type Later = {
  title: string
  /** One sentence: what this release lacks. */
  sentence: string
  /** Address of what works, and what the link to it says. */
  to: string
  label: string
}

/** By the router's pattern of the address. */
export type LaterPages = Readonly<Record<string, Later>>

/** Stands at every address of `pages`; draws nothing at any other. */
export function LaterPage({ pages }: { pages: LaterPages }) {
  const { pathname } = useLocation()
  const pattern = Object.keys(pages).find((one) => matchPath(one, pathname) !== null)
  const later = pattern === undefined ? undefined : pages[pattern]
  if (later === undefined) return null
  return (
    <NotInThisRelease title={later.title} sentence={later.sentence}>
      <Link to={later.to}>{later.label}</Link>
    </NotInThisRelease>
  )
}
