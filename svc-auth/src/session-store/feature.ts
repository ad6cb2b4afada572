import { defineFeature, from } from '@inkproof/service-kit/feature'
import { runtime } from '../platform/feature.ts'
import { createSessionStore } from './session-store.ts'

/** Stores live sessions in Redis. */
export const sessionStoreFeature = defineFeature({
  name: 'session-store',
  needs: from(runtime, 'redis', 'now'),
  create: ({ redis, now }) => ({ provides: { sessions: createSessionStore(redis, now) } }),
})
