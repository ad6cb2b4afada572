import { defineFeature, from } from '@inkproof/service-kit/feature'
import { accountsFeature } from '../accounts/feature.ts'
import { callersFeature } from '../callers/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { mailFieldFeature } from '../mail-field/feature.ts'
import { configuration, platformFeature, runtime } from '../platform/feature.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { compose } from './compose.ts'
import { deliver } from './deliver.ts'
import { implementMailCalls } from './mail.calls.ts'
import { measureMails } from './mail-metrics.ts'
import { outbox } from './outbox.ts'
import { mailSender } from './sender.ts'
import { sentMails } from './sent-mails.ts'
import { smtp } from './smtp.ts'

/** Sends every mail of the service, and shows people theirs. */
export const mailFeature = defineFeature({
  name: 'mail',
  needs: {
    ...from(configuration, 'PUBLIC_ORIGIN', 'MAIL_FROM', 'SMTP_URL', 'REDIS_URL', 'MONGO_URL'),
    ...from(runtime, 'log', 'metrics', 'now'),
    ...from(platformFeature, 'consumeLimit'),
    ...from(callersFeature, 'callerOf', 'locateIp'),
    ...from(mailFieldFeature, 'onRing'),
    ...from(accountsFeature, 'accounts'),
    ...from(eventsFeature, 'events', 'eventModel'),
    ...from(tokensFeature, 'tokens', 'tokenModel'),
  },
  create: ({ eventModel, tokenModel, metrics, onRing, ...needs }) => {
    const { now, log } = needs
    const origin = new URL(needs.PUBLIC_ORIGIN).origin
    const from = needs.MAIL_FROM ?? `no-reply@${new URL(origin).hostname}`
    const rows = outbox(eventModel, tokenModel)
    const deps = {
      outbox: rows,
      now,
      log,
      send: smtp(needs.SMTP_URL, from),
      compose: compose.bind(null, { ...needs, origin, host: from.slice(from.indexOf('@') + 1) }),
      count: measureMails(metrics.registry, rows),
    }
    const { part, ring } = mailSender({
      redisUrl: needs.REDIS_URL,
      prefix: `bull:${new URL(needs.MONGO_URL).pathname.slice(1)}`,
      outbox: rows,
      deliver: (ref) => deliver(deps, ref),
      now,
      log,
    })
    onRing(ring)
    const mails = sentMails(eventModel, tokenModel)
    return { calls: implementMailCalls({ ...needs, mails }), jobs: [part] }
  },
})
