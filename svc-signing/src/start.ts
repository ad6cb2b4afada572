/** Starts svc-signing: opens its connections and runs the features. */
import type { Log } from '@inkproof/service-kit/log'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { openMongo } from '@inkproof/service-kit/mongo'
import { openRedis } from '@inkproof/service-kit/redis'
import { redisAddress } from '@inkproof/service-kit/redis-settings'
import { type RunningService, startService } from '@inkproof/service-kit/service'
import type { Config } from './config.ts'
import { composeSigning, type ProcessResources } from './features.ts'
import { platformFeature, SERVICE } from './platform/feature.ts'

/** @param resources what tests replace */
export async function startSigning(
  config: Config,
  log: Log,
  resources: Pick<ProcessResources, 'now' | 'pdfProgram'> = {},
): Promise<RunningService> {
  const mongo = openMongo(config.MONGO_URL, log, config.STORE_TIMEOUT_FACTOR)
  const redis = openRedis(redisAddress(config), log, config.STORE_TIMEOUT_FACTOR)
  const metrics = createMetrics(SERVICE)
  const features = composeSigning(config, {
    connection: mongo.connection,
    redis: redis.client,
    log,
    metrics,
    ...resources,
  })
  return startService({
    name: SERVICE,
    config,
    log,
    dependencies: [mongo, redis, ...features.jobs],
    calls: features.calls,
    guards: features.providedBy(platformFeature).guards,
    mounts: features.routes,
    metrics,
  })
}
