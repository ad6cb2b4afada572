import { defineFeature, from } from '@inkproof/service-kit/feature'
import { repeating } from '@inkproof/service-kit/repeating'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { deleteExpiredLinks } from '../tokens/delete-expired-links.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { implementEmailCalls } from './emails.calls.ts'
import { emailChangeEmails, emailLinkEmails } from './emails.ts'
import { freeAddresses } from './free-addresses.ts'

const SWEEP_EVERY_MS = 60 * 60 * 1_000

/** The e-mail address of an account: confirming it, changing it, undoing a change. */
export const emailsFeature = defineFeature({
  name: 'emails',
  needs: {
    ...from(runtime, 'log', 'now'),
    ...from(platformFeature, 'consumeLimit', 'requireSession'),
    ...from(callersFeature, 'callerOf', 'locateIp'),
    ...from(accountsFeature, 'accounts'),
    ...from(eventsFeature, 'events', 'addEventEmails'),
    ...from(tokensFeature, 'tokens', 'links', 'linkEmails', 'addLinkEmails'),
    ...from(sessionsFeature, 'finalizeAccountChange'),
  },
  create: ({ log, addEventEmails, addLinkEmails, ...needs }) => {
    addEventEmails(emailChangeEmails)
    addLinkEmails(emailLinkEmails)
    return {
      calls: implementEmailCalls(needs),
      // Two jobs, so that a failure of one does not stop the other.
      jobs: [
        repeating('addresses to free', SWEEP_EVERY_MS, log, () => freeAddresses(needs)),
        repeating('links to forget', SWEEP_EVERY_MS, log, () => deleteExpiredLinks(needs)),
      ],
    }
  },
})
