import type { Verification } from '../captcha/verification.ts'
import { BASE, type Feature, type Kit } from '../kit.ts'
import { recoveryRoutes } from './recovery.routes.ts'

/** A forgotten password: asking for a link, and using it. */
export function recoveryFeature(kit: Kit, spendCaptcha: Verification['spend']): Feature {
  return { mounts: [[BASE, recoveryRoutes({ ...kit, spendCaptcha })]] }
}
