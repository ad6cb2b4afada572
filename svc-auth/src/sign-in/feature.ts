import { defineFeature, from } from '@inkproof/service-kit/feature'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { captchaFeature } from '../captcha/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { implementSignInCalls } from './sign-in.calls.ts'

/** Registers people and signs them in with a password. */
export const signInFeature = defineFeature({
  name: 'sign-in',
  needs: {
    ...from(runtime, 'now'),
    ...from(platformFeature, 'consumeLimit', 'newId', 'requireSpace'),
    ...from(callersFeature, 'callerOf', 'locateIp'),
    ...from(captchaFeature, 'consumeCaptcha'),
    ...from(accountsFeature, 'accounts', 'countNewAccount'),
    ...from(eventsFeature, 'events'),
    ...from(tokensFeature, 'tokens'),
    ...from(sessionsFeature, 'finishSignIn'),
  },
  create: (needs) => ({ calls: implementSignInCalls(needs) }),
})
