import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'

/** The version of the agreement between shell and slices. A slice states it; the shell refuses others. */
export const CONTRACT = 1

/** The places the shell (or a slice) leaves open for another slice to fill. */
export type PlaceName = 'user-menu' | 'auth-dialog' | 'profile-section'

/** One link of the header. `order` sorts the links of all slices together, lowest first. */
export type NavEntry = { to: string; label: string; order: number }

/** What the shell knows of a slice before any of the slice's code is loaded (`slice.json`). */
export type SliceDescription = {
  /** Lower-case word; also the value of `data-slice` around everything the slice draws. */
  id: string
  contract: typeof CONTRACT
  /** Route patterns of the router, absolute. A first segment belongs to one slice only. */
  paths: readonly string[]
  nav: readonly NavEntry[]
  fills: readonly PlaceName[]
}

/** One released slice as `slices.json` names it. */
export type PublishedSlice = SliceDescription & {
  /** The folder it was built from. */
  package: string
  /** The federation name: also the global that the entry script sets. */
  name: string
  version: string
  /** Paths from the origin's root: the entry script, and what follows it on every page of the slice. */
  entry: string
  preload: string[]
  /** Scripts of a single page, by its first segment. */
  pages: Record<string, string[]>
  /** Version ranges of the shared packages, by package. */
  requires: Record<string, string>
  /** Subresource integrity (`sha256-…`) of every script, by path. */
  integrity: Record<string, string>
}

/** A component brought in when it is first needed. */
export type LazyComponent = () => Promise<{ Component: ComponentType }>

/** What a slice's code gives the shell: the module `./slice` exports it as `slice`. */
export type Slice = {
  contract: typeof CONTRACT
  /**
   * Absolute paths as in the description. Give each page `lazy: () => import('./x.page.tsx')` (a module
   * that exports `Component`) and `handle: { title }` for the window's title.
   */
  routes: RouteObject[]
  fills: Partial<Record<PlaceName, LazyComponent>>
}

/** Checks a slice's static description; throws with the rule that was broken. */
export function describeSlice(description: SliceDescription): SliceDescription {
  const { id, paths } = description
  if (!/^[a-z][a-z0-9-]*$/.test(id)) {
    throw new Error(`slice id "${id}": lower-case letters, digits and hyphens only`)
  }
  const relative = paths.find((path) => !path.startsWith('/'))
  if (relative !== undefined) throw new Error(`slice ${id}: path "${relative}" must start with /`)
  return description
}

/** Marks what a slice exports with the contract it was written for. */
export function defineSlice(slice: Omit<Slice, 'contract'>): Slice {
  return { contract: CONTRACT, ...slice }
}
