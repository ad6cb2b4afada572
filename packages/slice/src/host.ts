import type { ComponentType } from 'react'
import type { PlaceName, PublishedSlice } from './describe.ts'

/** Public settings of the installation, from `slices.json`; bundles hold no environment. */
export type Site = {
  /** True while the chain is the one the installation runs for itself. */
  embedded?: boolean
  /** False takes the service worker away from every browser that has it: see docs/decisions. */
  offline?: boolean
  /** Where the local test mailbox is read, on an installation that has one. */
  mailbox?: string
}

/** `slices.json`: what is released now. The gateway includes it in the HTML. */
export type Registry = { schema: 1; site: Site; slices: PublishedSlice[] }

/** What fills a place, and the slice whose styles it needs around it. */
export type Fill = { slice: string; Component: ComponentType }

/** What the shell does for slices. It is only ever added to. */
export type Host = {
  site: Site
  /** Brings what fills a place, or null where no slice does. Throws when that slice cannot be had. */
  loadFill: (name: PlaceName) => Promise<Fill | null>
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
export function loadFill(name: PlaceName): Promise<Fill | null> {
  return host.loadFill(name)
}
