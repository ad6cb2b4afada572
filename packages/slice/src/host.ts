import type { LazyComponent, PlaceName } from './describe.ts'

/** Public settings of the installation, from `slices.json`; bundles hold no environment. */
export type Site = {
  /** True while the chain is the one the installation runs for itself. */
  embedded?: boolean
  /** Where the local test mailbox is read, on an installation that has one. */
  mailbox?: string
}

/** What the shell does for slices. It is only ever added to. */
export type Host = {
  site: Site
  /** Brings what fills a place, or null where no slice does. Throws when that slice cannot be had. */
  loadFill: (name: PlaceName) => Promise<LazyComponent | null>
}

let host: Host = { site: {}, loadFill: async () => null }

/** Called by the shell once, before the first slice is loaded. */
export function setHost(next: Host): void {
  host = next
}

/** Public settings of this installation. */
export function site(): Site {
  return host.site
}

/** See {@link Host.loadFill}. */
export function loadFill(name: PlaceName): Promise<LazyComponent | null> {
  return host.loadFill(name)
}
