import { BASE, type Feature, type Kit } from '../kit.ts'
import { passwordRoutes } from './passwords.routes.ts'

/** Changing one's password. The rules for new ones (check-new-password.ts) serve registering and resetting too. */
export function passwordsFeature(kit: Kit): Feature {
  return { mounts: [[BASE, passwordRoutes(kit)]] }
}
