/** The inputs of svc-signing (settings and connections), and what the calls of all features share. */
import { createAuthenticator } from '@inkproof/service-kit/auth'
import type { CallGuards } from '@inkproof/service-kit/calls/guards'
import { createIdempotencyStore } from '@inkproof/service-kit/calls/idempotency-store'
import { declareInputs, defineFeature, from } from '@inkproof/service-kit/feature'
import { createLimiter, createLimitRefund } from '@inkproof/service-kit/limit'
import type { Log } from '@inkproof/service-kit/log'
import type { Metrics } from '@inkproof/service-kit/metrics'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'
import { createServiceClient } from '@inkproof/service-kit/service-client'
import { readServiceIdentity, readServiceKeys } from '@inkproof/service-kit/service-keys'
import { readSessionKeys } from '@inkproof/service-kit/session-keys'
import type { Connection } from 'mongoose'
import type { Config } from '../config.ts'

/** The name under which other services call this one. */
export const SERVICE = 'svc-signing'

/** The settings. A feature declares each one it reads. */
export const configuration = declareInputs<Config>()('configuration')

/** The connections of the process. */
export const runtime = declareInputs<{
  redis: RedisClient
  connection: Connection
  log: Log
  metrics: Metrics
  /** The clock. */
  now: () => Date
  /** Path of the program that reads, prepares and finishes PDF files, if it is not beside the service's. */
  pdfProgram: string | undefined
}>()('runtime')

export const platformFeature = defineFeature({
  name: 'platform',
  needs: {
    ...from(configuration, 'SESSION_KEYS', 'SERVICE_KEY', 'SERVICE_KEYS'),
    ...from(configuration, 'URL_SVC_AUTH', 'URL_SVC_DOCUMENTS'),
    ...from(runtime, 'redis', 'now'),
  },
  create: ({
    SESSION_KEYS,
    SERVICE_KEY,
    SERVICE_KEYS,
    URL_SVC_AUTH,
    URL_SVC_DOCUMENTS,
    redis,
    now,
  }) => {
    const consumeLimit = createLimiter(redis, 'signing')
    const requireSession = createAuthenticator(readSessionKeys(SESSION_KEYS), redis)
    const idempotencyStore = createIdempotencyStore(redis, 'signing')
    const guards: CallGuards = { requireSession, consumeLimit, idempotencyStore, now }
    const identity = readServiceIdentity(SERVICE, SERVICE_KEY, readServiceKeys(SERVICE_KEYS))
    const urls = new Map([
      ['svc-auth', URL_SVC_AUTH],
      ['svc-documents', URL_SVC_DOCUMENTS],
    ])
    return {
      provides: {
        consumeLimit,
        refundLimit: createLimitRefund(redis, 'signing'),
        idempotencyStore,
        /** The checks that run before the handler of a call. */
        guards,
        /** Calls svc-auth and svc-documents. */
        services: createServiceClient(identity, urls),
      },
    }
  },
})
