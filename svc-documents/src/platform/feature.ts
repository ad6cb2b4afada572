/** The inputs of svc-documents: settings, connections, and what the calls of the `api` role share. */
import { createAuthenticator } from '@inkproof/service-kit/auth'
import { createIdempotencyStore } from '@inkproof/service-kit/calls/idempotency-store'
import type { EventStreams } from '@inkproof/service-kit/events'
import { declareInputs, defineFeature, from } from '@inkproof/service-kit/feature'
import { type InternalHandler, internalRoutes } from '@inkproof/service-kit/internal-routes'
import { createLimiter, createLimitRefund } from '@inkproof/service-kit/limit'
import type { Log } from '@inkproof/service-kit/log'
import type { Metrics } from '@inkproof/service-kit/metrics'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'
import { readServiceKeys } from '@inkproof/service-kit/service-keys'
import { readSessionKeys } from '@inkproof/service-kit/session-keys'
import type { Connection } from 'mongoose'
import type { ApiConfig, CommonConfig, LogConfig } from '../config.ts'

/** Settings of every role; a feature names each one it reads. */
export const configuration = declareInputs<CommonConfig>()('configuration')

/** Settings of the `api` role. */
export const apiConfiguration = declareInputs<ApiConfig>()('api configuration')

/** Settings of the `log` role. */
export const logConfiguration = declareInputs<LogConfig>()('log configuration')

/** The connections of every role. */
export const runtime = declareInputs<{ connection: Connection; log: Log; now: () => Date }>()(
  'runtime',
)

/** Redis, for roles that notify other processes. */
export const redisInput = declareInputs<{ redis: RedisClient }>()('redis')

/** The open event streams of the `api` role. */
export const streamsInput = declareInputs<{ streams: EventStreams }>()('streams')

/** The metrics of the `log` role. */
export const metricsInput = declareInputs<{ metrics: Metrics }>()('metrics')

/** The name under which other services call this one. */
const SERVICE = 'svc-documents'

/** Runs in the `api` role. Authenticates callers, limits request rates and stores idempotency keys. */
export const platformFeature = defineFeature({
  name: 'platform',
  needs: {
    ...from(apiConfiguration, 'SESSION_KEYS', 'SERVICE_KEYS'),
    ...from(redisInput, 'redis'),
  },
  create: ({ SESSION_KEYS, SERVICE_KEYS, redis }) => ({
    provides: {
      consumeLimit: createLimiter(redis, 'documents'),
      refundLimit: createLimitRefund(redis, 'documents'),
      requireSession: createAuthenticator(readSessionKeys(SESSION_KEYS), redis),
      idempotencyStore: createIdempotencyStore(redis, 'documents'),
      /** Creates the routes of a feature's internal calls. */
      answerServices: (...handlers: InternalHandler[]) =>
        internalRoutes(SERVICE, readServiceKeys(SERVICE_KEYS), handlers),
    },
  }),
})
