import { defineFeature, from } from '@inkproof/service-kit/feature'
import { runtime } from '../platform/feature.ts'
import { redisSessions } from './session-store.ts'

/** Where live sessions are kept. */
export const sessionStoreFeature = defineFeature({
  name: 'session-store',
  needs: from(runtime, 'redis', 'now'),
  create: ({ redis, now }) => ({ gives: { sessions: redisSessions(redis, now) } }),
})
