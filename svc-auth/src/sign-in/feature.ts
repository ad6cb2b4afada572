import type { Verification } from '../captcha/verification.ts'
import { BASE, type Feature, type Kit } from '../kit.ts'
import { signInRoutes } from './sign-in.routes.ts'

/** Registering and signing in with a password. */
export function signInFeature(kit: Kit, spendCaptcha: Verification['spend']): Feature {
  return { mounts: [[BASE, signInRoutes({ ...kit, spendCaptcha })]] }
}
