/** What comes into svc-auth from outside, and what every route and store is made with. */
import { randomBytes } from 'node:crypto'
import { createAuthenticator } from '@inkproof/service-kit/auth'
import type { CallGuards } from '@inkproof/service-kit/calls/guards'
import { answerStore } from '@inkproof/service-kit/calls/idempotency'
import { declareInputs, defineFeature, from } from '@inkproof/service-kit/feature'
import { createLimiter } from '@inkproof/service-kit/limit'
import type { Log } from '@inkproof/service-kit/log'
import type { Metrics } from '@inkproof/service-kit/metrics'
import { readSessionKeys } from '@inkproof/service-kit/session-keys'
import type { Redis } from 'ioredis'
import type { Connection } from 'mongoose'
import type { Config } from '../config.ts'
import { deriveKey } from './derive-key.ts'

/** The settings; a feature names each one that it reads. */
export const configuration = declareInputs<Config>()('configuration')

/** What the process has opened. */
export const runtime = declareInputs<{
  redis: Redis
  connection: Connection
  log: Log
  metrics: Metrics
  /** The clock. */
  now: () => Date
}>()('runtime')

export const platformFeature = defineFeature({
  name: 'platform',
  needs: { ...from(configuration, 'AUTH_KEY', 'SESSION_KEYS'), ...from(runtime, 'redis', 'now') },
  create: ({ AUTH_KEY, SESSION_KEYS, redis, now }) => {
    const consumeLimit = createLimiter(redis, 'auth')
    const requireSession = createAuthenticator(readSessionKeys(SESSION_KEYS), redis)
    const guards: CallGuards = {
      requireSession,
      takeLimit: consumeLimit,
      answers: answerStore(redis, 'auth'),
      now,
    }
    return {
      gives: {
        newId,
        deriveKey: (purpose: string) => deriveKey(AUTH_KEY, purpose),
        consumeLimit,
        requireSession,
        /** What the calls of all features need before their handlers run. */
        guards,
      },
    }
  },
})

/** 128 random bits: cannot be guessed, never collides. */
function newId(): string {
  return randomBytes(16).toString('base64url')
}
