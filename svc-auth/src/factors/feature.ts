import { defineFeature, from } from '@inkproof/service-kit/feature'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { captchaFeature } from '../captcha/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { configuration, platformFeature, runtime } from '../platform/feature.ts'
import { sessionStoreFeature } from '../session-store/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { implementAuthenticatorAppCalls } from './authenticator-app.calls.ts'
import { createChallenges } from './challenges.ts'
import { factorEmails } from './emails.ts'
import type { FactorDeps } from './factor-deps.ts'
import { implementPasskeySignInCalls } from './passkey-sign-in.calls.ts'
import { implementPasskeyCalls } from './passkeys.calls.ts'
import { implementReauthenticationCalls } from './reauthentication.calls.ts'
import { createRelyingParty } from './relying-party.ts'

/** Passkeys, the authenticator app, recovery codes and reauthentication. */
export const factorsFeature = defineFeature({
  name: 'factors',
  needs: {
    ...from(configuration, 'PUBLIC_ORIGIN'),
    ...from(runtime, 'redis', 'now'),
    ...from(platformFeature, 'consumeLimit', 'newId', 'deriveKey', 'requireSpace'),
    ...from(callersFeature, 'callerOf', 'locateIp'),
    ...from(captchaFeature, 'consumeCaptcha'),
    ...from(accountsFeature, 'accounts', 'countNewAccount'),
    ...from(eventsFeature, 'events', 'addEventEmails'),
    ...from(tokensFeature, 'tokens'),
    ...from(sessionStoreFeature, 'sessions'),
    ...from(sessionsFeature, 'pending', 'finalizeAccountChange', 'finishSignIn'),
  },
  create: ({ PUBLIC_ORIGIN, redis, deriveKey, addEventEmails, ...others }) => {
    const { consumeCaptcha, countNewAccount, requireSpace, ...needs } = others
    addEventEmails(factorEmails)
    const deps: FactorDeps = {
      ...needs,
      party: createRelyingParty(PUBLIC_ORIGIN),
      challenges: createChallenges(redis),
      keys: { app: deriveKey('authenticator app'), recovery: deriveKey('recovery codes') },
    }
    return {
      calls: [
        ...implementPasskeySignInCalls({ ...deps, consumeCaptcha, countNewAccount, requireSpace }),
        ...implementPasskeyCalls(deps),
        ...implementAuthenticatorAppCalls(deps),
        ...implementReauthenticationCalls(deps),
      ],
    }
  },
})
