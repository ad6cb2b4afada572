/** The inputs of svc-content's features in tests that need neither Redis nor a release. */
import { createLimiter } from '@inkproof/service-kit/limit'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { connectRedis } from '@inkproof/service-kit/redis-connection'
import type { Inputs } from '../inputs.ts'

/** A client that never connects. */
const redis = connectRedis('redis://127.0.0.1:1', {})

export function testInputs(given: Pick<Inputs, 'library' | 'origin'> & Partial<Inputs>): Inputs {
  return {
    securityContacts: [],
    releasesFolder: 'no-such-folder',
    redis,
    consumeLimit: createLimiter(redis, 'test'),
    metrics: createMetrics('test'),
    now: () => new Date(),
    ...given,
  }
}
