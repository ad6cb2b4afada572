import { BASE, type Feature, type Kit } from '../kit.ts'
import { everySoOften } from '../mail/sweep.ts'
import { emailRoutes } from './emails.routes.ts'
import { forgetLinks, freeAddresses } from './free-addresses.ts'
import { linkTokens } from './link-tokens.ts'

const SWEEP_EVERY_MS = 60 * 60 * 1_000

/** The address of an account: confirming it, changing it, taking a change back. */
export function emailsFeature(kit: Kit): Feature {
  const deps = { ...kit, links: linkTokens(kit.tokenModel, kit.now) }
  const tidy = async () => {
    await freeAddresses(deps)
    await forgetLinks(deps)
  }
  const sweep = everySoOften(tidy, SWEEP_EVERY_MS, kit.log)
  return {
    mounts: [[BASE, emailRoutes(deps)]],
    parts: [
      {
        name: 'emails',
        prepare: async () => sweep.start(),
        check: async () => undefined,
        close: sweep.stop,
      },
    ],
  }
}
