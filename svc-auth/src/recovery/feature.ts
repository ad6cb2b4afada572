import { defineFeature, from } from '@inkproof/service-kit/feature'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { captchaFeature } from '../captcha/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { findAccountByIdentity } from '../sign-in-methods/find-account-by-identity.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { recoveryEmails, resetLinkEmails } from './emails.ts'
import { implementRecoveryCalls } from './recovery.calls.ts'

/** Resets forgotten passwords with mailed links. */
export const recoveryFeature = defineFeature({
  name: 'recovery',
  needs: {
    ...from(runtime, 'now'),
    ...from(platformFeature, 'consumeLimit'),
    ...from(callersFeature, 'callerOf', 'locateIp'),
    ...from(captchaFeature, 'consumeCaptcha'),
    ...from(accountsFeature, 'accounts'),
    ...from(eventsFeature, 'addEventEmails'),
    ...from(tokensFeature, 'tokens', 'addLinkEmails'),
    ...from(sessionsFeature, 'finalizeAccountChange'),
  },
  create: ({ addEventEmails, addLinkEmails, ...needs }) => {
    addEventEmails(recoveryEmails)
    // The account is looked up when the e-mail is composed, so that the call takes equally long for unknown addresses.
    // The e-mail is sent to the address as stored in the account.
    addLinkEmails(resetLinkEmails, {
      recipient: async ({ ownerId }) =>
        (await findAccountByIdentity(needs.accounts, ownerId))?.email ?? undefined,
    })
    return { calls: implementRecoveryCalls(needs) }
  },
})
