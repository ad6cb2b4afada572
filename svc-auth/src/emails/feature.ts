import { defineFeature, from } from '@inkproof/service-kit/feature'
import { createRepeatingJob } from '@inkproof/service-kit/repeating-job'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { sessionStoreFeature } from '../session-store/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { deleteExpiredLinks } from '../tokens/delete-expired-links.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { implementEmailCalls } from './emails.calls.ts'
import { emailChangeEmails, emailLinkEmails } from './emails.ts'
import { releaseReservedAddresses } from './release-reserved-addresses.ts'

const SWEEP_EVERY_MS = 60 * 60 * 1_000

/** Confirms and changes the e-mail address of an account, and undoes changes. */
export const emailsFeature = defineFeature({
  name: 'emails',
  needs: {
    ...from(runtime, 'log', 'now'),
    ...from(platformFeature, 'consumeLimit', 'requireSession'),
    ...from(callersFeature, 'callerOf', 'locateIp'),
    ...from(accountsFeature, 'accounts'),
    ...from(eventsFeature, 'events', 'addEventEmails'),
    ...from(tokensFeature, 'tokens', 'links', 'linkEmails', 'addLinkEmails'),
    ...from(sessionStoreFeature, 'sessions'),
    ...from(sessionsFeature, 'finalizeAccountChange'),
  },
  create: ({ log, addEventEmails, addLinkEmails, ...needs }) => {
    addEventEmails(emailChangeEmails)
    addLinkEmails(emailLinkEmails)
    return {
      calls: implementEmailCalls(needs),
      // Separate jobs, so that a failure of one does not stop the other.
      jobs: [
        createRepeatingJob('release reserved addresses', SWEEP_EVERY_MS, log, () =>
          releaseReservedAddresses(needs),
        ),
        createRepeatingJob('delete expired links', SWEEP_EVERY_MS, log, () =>
          deleteExpiredLinks(needs),
        ),
      ],
    }
  },
})
