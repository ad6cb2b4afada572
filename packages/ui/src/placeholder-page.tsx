import { Link, matchPath, useLocation } from 'react-router-dom'
import { NotInThisRelease } from './not-in-this-release.tsx'

/** The placeholder for a feature of a later release. */
export type Placeholder = {
  title: string
  /** One sentence about what this release lacks. */
  sentence: string
  /** Path of an alternative. */
  to: string
  /** Text of the link to the alternative. */
  label: string
}

/** The placeholders, by the router's path pattern. */
export type PlaceholderPages = Readonly<Record<string, Placeholder>>

/** Renders the placeholder for the current path, or nothing if `pages` has none. */
export function PlaceholderPage({ pages }: { pages: PlaceholderPages }) {
  const { pathname } = useLocation()
  const pattern = Object.keys(pages).find((candidate) => matchPath(candidate, pathname) !== null)
  const feature = pattern === undefined ? undefined : pages[pattern]
  if (feature === undefined) return null
  return (
    <NotInThisRelease title={feature.title} sentence={feature.sentence}>
      <Link to={feature.to}>{feature.label}</Link>
    </NotInThisRelease>
  )
}
