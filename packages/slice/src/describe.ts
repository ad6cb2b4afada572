import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'

/**
 * Version of the contract between shell and slices. A slice states its version; the shell rejects
 * others.
 */
export const CONTRACT = 1

/** The names of slots: extension points that the shell (or a slice) offers for another slice to fill. */
export type SlotName =
  | 'user-menu'
  | 'auth-dialog'
  | 'profile-section'
  | 'person-verification'
  | 'dashboard-section'

/** A link in the header. `order` sorts the links of all slices, lowest first. */
export type NavEntry = { to: string; label: string; order: number }

/**
 * The description of a slice (`slice.json`), which the shell reads before loading any of its code.
 */
export type SliceDescription = {
  /**
   * Lower-case word; also the value of `data-slice` on the element that wraps everything the slice
   * renders.
   */
  id: string
  contract: typeof CONTRACT
  /** Absolute route patterns of the router. Each first segment belongs to exactly one slice. */
  paths: readonly string[]
  nav: readonly NavEntry[]
  fills: readonly SlotName[]
}

/** A released slice as listed in `slices.json`. */
export type PublishedSlice = SliceDescription & {
  /** The folder that the slice was built from. */
  package: string
  /** Name of the federation container; also the global variable that the entry script sets. */
  name: string
  version: string
  /**
   * Paths from the origin's root: the entry script, and the scripts needed by every page of the
   * slice.
   */
  entry: string
  preload: string[]
  /** Scripts needed by a single page, by the page's first path segment. */
  pages: Record<string, string[]>
  /** Version ranges of the shared packages, by package. */
  requires: Record<string, string>
  /** Subresource integrity (`sha256-…`) of every script and every file of translations, by path. */
  integrity: Record<string, string>
  /** True if it was released from a repository of its own: a release of all parts does not remove it. */
  isExternal?: true
  /** Its translations by language (BCP 47); absent if the release has none. English is in the code. */
  texts?: Record<string, PublishedTexts>
}

/** The translation of a slice into one language. */
export type PublishedTexts = {
  /** Path of the file from the origin's root, fetched together with the slice by those who use the language. */
  file: string
  /** The translated labels of `nav`, by the English label: the header shows them without loading the slice. */
  labels: Record<string, string>
}

/** Public settings of the installation, from `slices.json`; bundles contain no environment. */
export type Site = {
  /** True when the installation runs its own chain. */
  embedded?: boolean
  /** False unregisters the service worker in every browser that has it: see docs/decisions/service-worker.md. */
  offline?: boolean
  /** URL of the local test mailbox, on installations that have one. */
  mailbox?: string
}

/** Contents of `slices.json`: the current release. The gateway inlines it in the HTML. */
export type Registry = {
  schema: 1
  site: Site
  slices: PublishedSlice[]
  /** The version that is shown before its release, if the visitor opened a preview. */
  preview?: Preview
}

/** A version of a slice that is not live. */
export type Preview = { package: string; version: string }

/** A component that is loaded on first use. */
export type LazyComponent = () => Promise<{ Component: ComponentType }>

/** The runtime part of a slice: the module `./slice` exports it as `slice`. */
export type Slice = {
  contract: typeof CONTRACT
  /**
   * Absolute paths as in the description. Give each page `lazy: () => import('./x.page.tsx')` (a
   * module that exports `Component`) and `handle: { title }` for the document title. With `handle: { needsNoAccount: true }`,
   * the header does not offer guests to sign in.
   */
  routes: RouteObject[]
  fills: Partial<Record<SlotName, LazyComponent>>
}

/** Validates a slice's static description; throws an error that names the violated rule. */
export function describeSlice(description: SliceDescription): SliceDescription {
  const { id, paths } = description
  if (!/^[a-z][a-z0-9-]*$/.test(id)) {
    throw new Error(`slice id "${id}": lower-case letters, digits and hyphens only`)
  }
  const relative = paths.find((path) => !path.startsWith('/'))
  if (relative !== undefined) throw new Error(`slice ${id}: path "${relative}" must start with /`)
  return description
}

/** Adds the current contract version to a slice's exports. */
export function defineSlice(slice: Omit<Slice, 'contract'>): Slice {
  return { contract: CONTRACT, ...slice }
}
