import { defineFeature, from } from '@inkproof/service-kit/feature'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { captchaFeature } from '../captcha/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { configuration, platformFeature, runtime } from '../platform/feature.ts'
import { sessionStoreFeature } from '../session-store/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { createContractVerifier } from './contract-wallet.ts'
import { implementLinkedWalletCalls } from './linked-wallets.calls.ts'
import { toSite } from './message.ts'
import { createNonces } from './nonces.ts'
import { implementWalletCalls } from './wallets.calls.ts'

/** Signs people in with wallets, and manages the wallets of an account. */
export const walletsFeature = defineFeature({
  name: 'wallets',
  needs: {
    ...from(configuration, 'CHAIN_URL', 'CHAIN_ID', 'EMBEDDED', 'PUBLIC_ORIGIN'),
    ...from(runtime, 'redis', 'now'),
    ...from(platformFeature, 'consumeLimit', 'newId', 'requireSpace'),
    ...from(callersFeature, 'callerOf', 'locateIp'),
    ...from(captchaFeature, 'consumeCaptcha'),
    ...from(accountsFeature, 'accounts', 'countNewAccount'),
    ...from(eventsFeature, 'events'),
    ...from(sessionStoreFeature, 'sessions'),
    ...from(sessionsFeature, 'finalizeAccountChange', 'finishSignIn'),
  },
  create: ({ CHAIN_URL, CHAIN_ID, EMBEDDED, PUBLIC_ORIGIN, redis, ...needs }) => {
    const deps = {
      ...needs,
      site: toSite({ PUBLIC_ORIGIN, CHAIN_ID }),
      nonces: createNonces(redis),
      verifyByContract: createContractVerifier(CHAIN_URL, CHAIN_ID),
      practice: { chainUrl: CHAIN_URL, isEmbedded: EMBEDDED },
    }
    return { calls: [...implementWalletCalls(deps), ...implementLinkedWalletCalls(deps)] }
  },
})
