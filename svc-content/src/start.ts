/** Starts svc-content: opens the connection to Redis and runs the features. */
import { nonBlockingDependency } from '@inkproof/service-kit/dependency'
import { createLimiter } from '@inkproof/service-kit/limit'
import type { Log } from '@inkproof/service-kit/log'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { openRedis } from '@inkproof/service-kit/redis'
import { redisAddress } from '@inkproof/service-kit/redis-settings'
import { type RunningService, startService } from '@inkproof/service-kit/service'
import type { ContentConfig } from './config.ts'
import { contentFeatures } from './features.ts'
import { readLibrary } from './pages/library.ts'

const NAME = 'svc-content'

export async function startContent(config: ContentConfig, log: Log): Promise<RunningService> {
  const library = await readLibrary(config.CONTENT_DIR)
  const redis = openRedis(redisAddress(config), log, config.STORE_TIMEOUT_FACTOR)
  const consumeLimit = createLimiter(redis.client, NAME)
  const metrics = createMetrics(NAME)
  const { calls, routes } = contentFeatures({
    library,
    origin: config.PUBLIC_ORIGIN,
    securityContacts: config.SECURITY_CONTACT,
    releasesFolder: config.RELEASES_DIR,
    redis: redis.client,
    consumeLimit,
    metrics,
    now: () => new Date(),
  })
  return startService({
    name: NAME,
    config,
    log,
    // Only browser reports need Redis. Without it, texts are still served, so the service stays ready.
    dependencies: [nonBlockingDependency({ ...redis, isOptional: true })],
    calls,
    guards: { consumeLimit },
    mounts: routes,
    metrics,
  })
}
