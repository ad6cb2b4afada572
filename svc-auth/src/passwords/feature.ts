import { defineFeature, from } from '@inkproof/service-kit/feature'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { BASE, platformFeature, runtime } from '../platform/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { passwordRoutes } from './passwords.routes.ts'

/** Changing a password. The rules for new ones (check-new-password.ts) also apply to registering and resetting. */
export const passwordsFeature = defineFeature({
  name: 'passwords',
  needs: {
    ...from(runtime, 'now'),
    ...from(platformFeature, 'consumeLimit', 'requireSession'),
    ...from(callersFeature, 'callerOf'),
    ...from(accountsFeature, 'accounts'),
    ...from(sessionsFeature, 'finalizeAccountChange'),
  },
  create: (needs) => ({ routes: [[BASE, passwordRoutes(needs)]] }),
})
