/** The roles of svc-documents. Each function opens the connections of one role and runs its features. */
import { nonBlockingDependency } from '@inkproof/service-kit/dependency'
import { createEventStreams } from '@inkproof/service-kit/events'
import { createLog } from '@inkproof/service-kit/log'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { openMongo } from '@inkproof/service-kit/mongo'
import { openRedis } from '@inkproof/service-kit/redis'
import { redisAddress } from '@inkproof/service-kit/redis-settings'
import { type RunningService, startService } from '@inkproof/service-kit/service'
import type { ApiConfig, LogConfig } from './config.ts'
import { composeApi, composeCheck, composeLog } from './features.ts'
import { platformFeature } from './platform/feature.ts'
import { selfCheckFeature } from './self-check/feature.ts'
import type { SelfCheck } from './self-check/self-check.ts'

/** Runs the `api` role, which serves HTTP requests. Its process has no key that can sign or pay. */
export async function startApi(config: ApiConfig): Promise<RunningService> {
  const name = 'svc-documents-api'
  const log = createLog(name, config.LOG_LEVEL)
  const mongo = openMongo(config.MONGO_URL, log, config.STORE_TIMEOUT_FACTOR)
  const redis = openRedis(redisAddress(config), log, config.STORE_TIMEOUT_FACTOR)
  const streams = createEventStreams()
  const { connection } = mongo
  const features = composeApi(config, { connection, redis: redis.client, log, streams })
  const { consumeLimit, requireSession, idempotencyStore } = features.providedBy(platformFeature)
  return startService({
    name,
    config,
    log,
    // Sessions need Redis; public data and verification do not.
    dependencies: [mongo, nonBlockingDependency(redis), ...features.jobs],
    calls: features.calls,
    guards: { requireSession, consumeLimit, idempotencyStore },
    mounts: features.routes,
    streams,
  })
}

/** Runs the `log` role, which builds, signs and anchors the tree. Only this process has the keys to do so. */
export async function startLog(config: LogConfig): Promise<RunningService> {
  const name = 'svc-documents-log'
  const log = createLog(name, config.LOG_LEVEL)
  const mongo = openMongo(config.MONGO_URL, log, config.STORE_TIMEOUT_FACTOR)
  const redis = openRedis(redisAddress(config), log, config.STORE_TIMEOUT_FACTOR)
  const metrics = createMetrics(name)
  const { connection } = mongo
  const features = composeLog(config, { connection, redis: redis.client, log, metrics })
  return startService({
    name,
    config,
    log,
    // Redis only carries wake-up notifications; without it, everything continues by polling.
    dependencies: [mongo, nonBlockingDependency(redis), ...features.jobs],
    metrics,
  })
}

/** Runs the `check` role: compares all stored data once, and logs and returns the differences. */
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
