import { Link, matchPath, useLocation } from 'react-router-dom'
import { NotInThisRelease } from './not-in-this-release.tsx'

/** A page whose feature comes in a later release: what is missing, and an alternative. */
export type Later = {
  title: string
  /** One sentence: what this release lacks. */
  sentence: string
  /** Path of the alternative, and the text of the link to it. */
  to: string
  label: string
}

/** Keyed by the router's path pattern. */
export type LaterPages = Readonly<Record<string, Later>>

/** Renders the placeholder at the paths in `pages`, and nothing elsewhere. */
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
