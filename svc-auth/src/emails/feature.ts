import { repeating } from '@inkproof/service-kit/repeating'
import { BASE, type Feature, type Kit } from '../kit.ts'
import { forgetLinks } from '../tokens/forget-links.ts'
import { emailRoutes } from './emails.routes.ts'
import { freeAddresses } from './free-addresses.ts'

const SWEEP_EVERY_MS = 60 * 60 * 1_000

/** The address of an account: confirming it, changing it, taking a change back. */
export function emailsFeature(kit: Kit): Feature {
  return {
    mounts: [[BASE, emailRoutes(kit)]],
    // Each for itself, so that one that fails keeps the other from nothing.
    parts: [
      repeating('addresses to free', SWEEP_EVERY_MS, kit.log, () => freeAddresses(kit)),
      repeating('links to forget', SWEEP_EVERY_MS, kit.log, () => forgetLinks(kit)),
    ],
  }
}
