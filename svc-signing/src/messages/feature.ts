import { createMessages } from '@inkproof/messages/messages'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { REDIS_SETTINGS } from '@inkproof/service-kit/redis-settings'
import { configuration, runtime } from '../platform/feature.ts'

/** Sends all e-mails of the service. Features add their own collections and templates. */
export const messagesFeature = defineFeature({
  name: 'messages',
  needs: {
    ...from(configuration, 'PUBLIC_ORIGIN', 'MAIL_FROM', 'SMTP_URL', 'MONGO_URL'),
    ...from(configuration, ...REDIS_SETTINGS),
    ...from(runtime, 'log', 'metrics', 'now'),
  },
  create: (needs) => {
    const messages = createMessages(needs)
    return { provides: { messages }, jobs: [messages.sender] }
  },
})
