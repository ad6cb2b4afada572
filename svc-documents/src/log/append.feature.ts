/** Appends entries to the record, and notifies the other processes. */
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { redisInput, runtime } from '../platform/feature.ts'
import { createAppender } from './append.ts'
import { recordFeature } from './feature.ts'
import { createNotifications } from './notifications.ts'

export const appendFeature = defineFeature({
  name: 'append',
  needs: {
    ...from(runtime, 'log'),
    ...from(redisInput, 'redis'),
    ...from(recordFeature, 'entries', 'heads'),
  },
  create: ({ log, redis, entries, heads }) => {
    const notifications = createNotifications(redis, log)
    const appender = createAppender({
      store: entries,
      knownSize: async () => (await heads.read()).size,
      barrier: heads.barrier,
      onAppended: () => notifications.notify('entries'),
    })
    return { jobs: [notifications], provides: { notifications, appender } }
  },
})
