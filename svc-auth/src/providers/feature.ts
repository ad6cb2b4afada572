import { BASE, type Feature, type Kit } from '../kit.ts'
import { redisAttempts } from './attempts.ts'
import { createOpenId } from './openid.ts'
import { providerOf } from './provider-settings.ts'
import { optionRoutes, providerRoutes } from './providers.routes.ts'

/** Sign-in with an outside provider, where one is configured. */
export function providersFeature(kit: Kit): Feature {
  const provider = providerOf(kit.config)
  const options = optionRoutes(kit, provider?.name)
  if (!provider) return { mounts: [[BASE, options]] }
  const origin = kit.config.PUBLIC_ORIGIN
  const openId = createOpenId(provider, `${origin}${BASE}/provider/callback`)
  const deps = { ...kit, openId, attempts: redisAttempts(kit.redis), origin, name: provider.name }
  return {
    mounts: [
      [BASE, options],
      [BASE, providerRoutes(deps)],
    ],
  }
}
