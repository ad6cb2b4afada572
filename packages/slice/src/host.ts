import type { ComponentType } from 'react'
import type { Site, SlotName } from './describe.ts'

/** A component that fills a slot, and the slice whose styles apply to it. */
export type Fill = { slice: string; Component: ComponentType }

/** What the shell provides to slices. Members are only ever added. */
export type Host = {
  site: Site
  /**
   * Loads the component that fills a slot; null when no slice does. Rejects when that slice cannot
   * be loaded.
   */
  loadFill: (name: SlotName) => Promise<Fill | null>
}

let host: Host = { site: {}, loadFill: async () => null }

/** Registers the host. The shell calls this once, before it loads the first slice. */
export function setHost(next: Host): void {
  host = next
}

/** Returns the public settings of this installation. */
export function site(): Site {
  return host.site
}

/** See {@link Host.loadFill}. */
export function loadFill(name: SlotName): Promise<Fill | null> {
  return host.loadFill(name)
}
