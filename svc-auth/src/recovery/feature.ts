import { defineFeature, from } from '@inkproof/service-kit/feature'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { captchaFeature } from '../captcha/feature.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { implementRecoveryCalls } from './recovery.calls.ts'

/** A forgotten password: requesting a link, and using it. */
export const recoveryFeature = defineFeature({
  name: 'recovery',
  needs: {
    ...from(runtime, 'now'),
    ...from(platformFeature, 'consumeLimit'),
    ...from(callersFeature, 'callerOf', 'locateIp'),
    ...from(captchaFeature, 'spendCaptcha'),
    ...from(accountsFeature, 'accounts'),
    ...from(tokensFeature, 'tokens'),
    ...from(sessionsFeature, 'finalizeAccountChange'),
  },
  create: (needs) => ({ calls: implementRecoveryCalls(needs) }),
})
