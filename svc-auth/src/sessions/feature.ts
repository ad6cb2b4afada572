import { defineFeature, from } from '@inkproof/service-kit/feature'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { configuration, platformFeature, runtime } from '../platform/feature.ts'
import { sessionStoreFeature } from '../session-store/feature.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { workspacesFeature } from '../workspaces/feature.ts'
import { sessionEmails } from './emails.ts'
import {
  accountChangeSweep,
  type FinalizeAccountChange,
  finalizeAccountChange,
} from './finalize-account-change.ts'
import { createFinishSignIn } from './finish-sign-in.ts'
import { createPendingSignIns } from './pending.ts'
import { readSigningKey, signToken } from './session-token.ts'
import { implementSessionCalls } from './sessions.calls.ts'

/** Starts, lists and ends sessions. */
export const sessionsFeature = defineFeature({
  name: 'sessions',
  needs: {
    ...from(configuration, 'SESSION_KEY', 'SESSION_KEYS'),
    ...from(runtime, 'redis', 'log', 'now'),
    ...from(platformFeature, 'newId'),
    ...from(callersFeature, 'locateIp'),
    ...from(accountsFeature, 'accounts'),
    ...from(eventsFeature, 'events', 'addEventEmails'),
    ...from(tokensFeature, 'tokens'),
    ...from(sessionStoreFeature, 'sessions'),
    ...from(workspacesFeature, 'membershipFor', 'syncSessionRole', 'leaveSharedWorkspaces'),
  },
  create: ({ SESSION_KEY, SESSION_KEYS, redis, log, addEventEmails, ...needs }) => {
    addEventEmails(sessionEmails)
    const signingKey = readSigningKey(SESSION_KEY, SESSION_KEYS)
    const pending = createPendingSignIns(redis, needs)
    const finalize: FinalizeAccountChange = (account) => finalizeAccountChange(needs, account)
    const finishSignIn = createFinishSignIn({
      ...needs,
      sign: (claims) => signToken(signingKey, claims),
      storePending: pending.store,
    })
    return {
      calls: implementSessionCalls({ ...needs, finalizeAccountChange: finalize }),
      jobs: [accountChangeSweep(needs.accounts, finalize, log)],
      provides: {
        pending,
        /** Applies the effects of an account change on other stores; the sweep retries failures. */
        finalizeAccountChange: finalize,
        finishSignIn,
      },
    }
  },
})
