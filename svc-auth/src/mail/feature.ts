import { defineFeature, from } from '@inkproof/service-kit/feature'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { platformFeature } from '../platform/feature.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { testEmails } from './emails.ts'
import { implementMailCalls } from './mail.calls.ts'
import { createSentEmailList } from './sent-emails.ts'

/** Lists the e-mails sent to a user and sends a test e-mail. */
export const mailFeature = defineFeature({
  name: 'mail',
  needs: {
    ...from(platformFeature, 'consumeLimit'),
    ...from(callersFeature, 'callerOf', 'locateIp'),
    ...from(accountsFeature, 'accounts'),
    ...from(eventsFeature, 'events', 'pastEvents', 'eventEmails', 'addEventEmails'),
    ...from(tokensFeature, 'linkEmails'),
  },
  create: (needs) => {
    needs.addEventEmails(testEmails)
    return { calls: implementMailCalls({ ...needs, emails: createSentEmailList(needs) }) }
  },
})
