/** The features of svc-auth. Each must come after the features it needs; otherwise the list does not compile. */
import { authDescriptions } from '@inkproof/protocol/calls/openapi'
import { type Composition, composeFeatures, supply } from '@inkproof/service-kit/feature'
import type { Log } from '@inkproof/service-kit/log'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { withOpenApiCall } from '@inkproof/service-kit/openapi/with-openapi-call'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'
import type { Connection } from 'mongoose'
import { accountsFeature } from './accounts/feature.ts'
import { brandingFeature } from './branding/feature.ts'
import { callersFeature } from './callers/feature.ts'
import { captchaFeature } from './captcha/feature.ts'
import type { Config } from './config.ts'
import { contactsFeature } from './contacts/feature.ts'
import { deletionFeature } from './deletion/feature.ts'
import { emailsFeature } from './emails/feature.ts'
import { eventsFeature } from './events/feature.ts'
import { factorsFeature } from './factors/feature.ts'
import { historyFeature } from './history/feature.ts'
import { mailFeature } from './mail/feature.ts'
import { messagesFeature } from './messages/feature.ts'
import { passwordsFeature } from './passwords/feature.ts'
import { personalDataFeature } from './personal-data/feature.ts'
import { configuration, platformFeature, runtime } from './platform/feature.ts'
import { profileFeature } from './profile/feature.ts'
import { providersFeature } from './providers/feature.ts'
import { quotasFeature } from './quotas/feature.ts'
import { recoveryFeature } from './recovery/feature.ts'
import { sessionStoreFeature } from './session-store/feature.ts'
import { sessionsFeature } from './sessions/feature.ts'
import { signInFeature } from './sign-in/feature.ts'
import { signInMethodsFeature } from './sign-in-methods/feature.ts'
import { tokensFeature } from './tokens/feature.ts'
import { verificationFeature } from './verification/feature.ts'
import { walletsFeature } from './wallets/feature.ts'
import { workspacesFeature } from './workspaces/feature.ts'

/** The connections and settings of the process. `now` is the clock; tests pass their own. */
export type ProcessResources = {
  redis: RedisClient
  connection: Connection
  log: Log
  now?: () => Date
}

/** Creates all features of svc-auth. */
export function composeAuth(
  config: Config,
  { now = () => new Date(), ...resources }: ProcessResources,
): Composition {
  const features = composeFeatures([
    supply(configuration, config),
    supply(runtime, { ...resources, now, metrics: createMetrics('svc-auth') }),
    platformFeature,
    personalDataFeature,
    callersFeature,
    captchaFeature,
    messagesFeature,
    eventsFeature,
    tokensFeature,
    accountsFeature,
    signInMethodsFeature,
    sessionStoreFeature,
    workspacesFeature,
    contactsFeature,
    quotasFeature,
    sessionsFeature,
    mailFeature,
    emailsFeature,
    passwordsFeature,
    signInFeature,
    verificationFeature,
    recoveryFeature,
    factorsFeature,
    walletsFeature,
    providersFeature,
    historyFeature,
    profileFeature,
    brandingFeature,
    deletionFeature,
  ])
  return {
    ...features,
    calls: withOpenApiCall(features.calls, authDescriptions, 'Inkproof accounts'),
  }
}
