import type { Verification } from '../captcha/verification.ts'
import { keyFor } from '../config.ts'
import { BASE, type Feature, type Kit } from '../kit.ts'
import { appRoutes } from './app.routes.ts'
import { createChallenges } from './challenges.ts'
import type { FactorDeps } from './changer.http.ts'
import { passkeySignInRoutes } from './passkey-sign-in.routes.ts'
import { passkeyRoutes } from './passkeys.routes.ts'
import { proveRoutes } from './prove.routes.ts'
import { relyingParty } from './relying-party.ts'

/** Passkeys, authenticator app, recovery codes, and showing again who one is. */
export function factorsFeature(kit: Kit, spendCaptcha: Verification['spend']): Feature {
  const { AUTH_KEY, PUBLIC_ORIGIN } = kit.config
  const deps: FactorDeps = {
    ...kit,
    party: relyingParty(PUBLIC_ORIGIN),
    challenges: createChallenges(kit.redis),
    keys: {
      app: keyFor(AUTH_KEY, 'authenticator app'),
      recovery: keyFor(AUTH_KEY, 'recovery codes'),
    },
  }
  return {
    mounts: [
      [BASE, passkeySignInRoutes({ ...deps, spendCaptcha })],
      [BASE, passkeyRoutes(deps)],
      [BASE, appRoutes(deps)],
      [BASE, proveRoutes(deps)],
    ],
  }
}
