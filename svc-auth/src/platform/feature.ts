/** The inputs of svc-auth (settings and connections), and what the calls of all features share. */
import { randomBytes } from 'node:crypto'
import { createAuthenticator } from '@inkproof/service-kit/auth'
import type { CallGuards } from '@inkproof/service-kit/calls/guards'
import { createIdempotencyStore } from '@inkproof/service-kit/calls/idempotency-store'
import { declareInputs, defineFeature, from } from '@inkproof/service-kit/feature'
import { createLimiter } from '@inkproof/service-kit/limit'
import type { Log } from '@inkproof/service-kit/log'
import type { Metrics } from '@inkproof/service-kit/metrics'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'
import { readSessionKeys } from '@inkproof/service-kit/session-keys'
import { createStorageGuard } from '@inkproof/service-kit/storage-guard'
import type { Connection } from 'mongoose'
import type { Config } from '../config.ts'
import { deriveKey } from './derive-key.ts'

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
}>()('runtime')

export const platformFeature = defineFeature({
  name: 'platform',
  needs: {
    ...from(configuration, 'AUTH_KEY', 'SESSION_KEYS', 'STORAGE_DIR'),
    ...from(runtime, 'redis', 'now'),
  },
  create: ({ AUTH_KEY, SESSION_KEYS, STORAGE_DIR, redis, now }) => {
    const consumeLimit = createLimiter(redis, 'auth')
    const requireSession = createAuthenticator(readSessionKeys(SESSION_KEYS), redis)
    const idempotencyStore = createIdempotencyStore(redis, 'auth')
    const guards: CallGuards = {
      requireSession,
      consumeLimit,
      idempotencyStore,
      now,
    }
    return {
      provides: {
        newId,
        deriveKey: (purpose: string) => deriveKey(AUTH_KEY, purpose),
        consumeLimit,
        requireSession,
        /** Rejects with STORAGE_FULL while the disk of `STORAGE_DIR`, if it is set, is full. */
        requireSpace:
          STORAGE_DIR === undefined
            ? async () => undefined
            : createStorageGuard(STORAGE_DIR).requireSpace,
        /** Stores requests that have an Idempotency-Key. */
        idempotencyStore,
        /** The checks that run before the handler of a call. */
        guards,
      },
    }
  },
})

/** Returns 128 random bits: unguessable and unique. */
function newId(): string {
  return randomBytes(16).toString('base64url')
}
