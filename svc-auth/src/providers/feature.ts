import { returnFromProvider } from '@inkproof/protocol/calls/providers'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { configuration, platformFeature, runtime } from '../platform/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { createAttempts } from './attempts.ts'
import { createOpenId } from './openid.ts'
import { readProvider } from './provider-settings.ts'
import { implementProviderCalls, implementSignInOptionCalls } from './providers.calls.ts'

/** Signing in with an identity provider, if one is configured. */
export const providersFeature = defineFeature({
  name: 'providers',
  needs: {
    ...from(configuration, 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'),
    ...from(configuration, 'PUBLIC_ORIGIN'),
    ...from(runtime, 'redis', 'log', 'now'),
    ...from(platformFeature, 'newId', 'requireSpace'),
    ...from(callersFeature, 'callerOf', 'locateIp'),
    ...from(accountsFeature, 'accounts'),
    ...from(eventsFeature, 'events'),
    ...from(sessionsFeature, 'finalizeAccountChange', 'finishSignIn'),
  },
  create: ({ PUBLIC_ORIGIN: origin, redis, ...needs }) => {
    const provider = readProvider(needs)
    const options = implementSignInOptionCalls(needs, provider?.name)
    if (!provider) return { calls: options }
    const openId = createOpenId(provider, origin + returnFromProvider.path)
    const attempts = createAttempts(redis)
    const deps = { ...needs, openId, attempts, origin, name: provider.name }
    return { calls: [...options, ...implementProviderCalls(deps)] }
  },
})
