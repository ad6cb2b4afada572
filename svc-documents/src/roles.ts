/** The roles of svc-documents: opens the connections of each and runs its features. */
import { optionalDependency } from '@inkproof/service-kit/dependency'
import { createEventStreams } from '@inkproof/service-kit/events'
import { createLog } from '@inkproof/service-kit/log'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { openMongo } from '@inkproof/service-kit/mongo'
import { openRedis } from '@inkproof/service-kit/redis'
import { type RunningService, startService } from '@inkproof/service-kit/service'
import type { ApiConfig, LogConfig } from './config.ts'
import { composeApi, composeCheck, composeLog } from './features.ts'
import { platformFeature } from './platform/feature.ts'
import { selfCheckFeature } from './self-check/feature.ts'
import type { SelfCheck } from './self-check/self-check.ts'

/** Role api: serves HTTP requests. Has no key that can sign or pay. */
export async function startApi(config: ApiConfig): Promise<RunningService> {
  const name = 'svc-documents-api'
  const log = createLog(name, config.LOG_LEVEL)
  const mongo = openMongo(config.MONGO_URL, log, config.STORE_TIMEOUT_FACTOR)
  const redis = openRedis(config.REDIS_URL, log, config.STORE_TIMEOUT_FACTOR)
  const streams = createEventStreams()
  const { connection } = mongo
  const features = composeApi(config, { connection, redis: redis.client, log, streams })
  const { consumeLimit, requireSession, idempotencyStore } = features.providedBy(platformFeature)
  return startService({
    name,
    config,
    log,
    // Sessions need Redis; public data and verification do not.
    dependencies: [mongo, optionalDependency(redis), ...features.jobs],
    calls: features.calls,
    guards: { requireSession, consumeLimit, idempotencyStore },
    mounts: features.routes,
    streams,
  })
}

/** Role log: builds the tree, signs it, anchors it. The only process that has the keys for that. */
export async function startLog(config: LogConfig): Promise<RunningService> {
  const name = 'svc-documents-log'
  const log = createLog(name, config.LOG_LEVEL)
  const mongo = openMongo(config.MONGO_URL, log, config.STORE_TIMEOUT_FACTOR)
  const redis = openRedis(config.REDIS_URL, log, config.STORE_TIMEOUT_FACTOR)
  const metrics = createMetrics(name)
  const { connection } = mongo
  const features = composeLog(config, { connection, redis: redis.client, log, metrics })
  return startService({
    name,
    config,
    log,
    // Redis only carries wake-up notifications; without it, everything continues by polling.
    dependencies: [mongo, optionalDependency(redis), ...features.jobs],
    metrics,
  })
}

/** Role check: compares all stored data once and returns the differences, which are also logged. */
export async function checkOnce(config: LogConfig): Promise<SelfCheck> {
  const log = createLog('svc-documents-check', config.LOG_LEVEL)
  const mongo = openMongo(config.MONGO_URL, log, config.STORE_TIMEOUT_FACTOR)
  const { check } = composeCheck(config, { connection: mongo.connection, log }).providedBy(
    selfCheckFeature,
  )
  try {
    await mongo.prepare()
    const result = await check()
    if (result.findings.length > 0)
      log.error(result, 'the stored data differs from the signed state')
    else log.info(result, 'the stored data matches the signed state')
    return result
  } finally {
    await mongo.close()
  }
}
