/** Sign-ins that still require the second factor: short-lived, for one browser and a few attempts. */
import { SignInMethod } from '@inkproof/protocol/auth'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'
import { z } from 'zod'
import type { PendingSignIn } from './complete-sign-in.ts'

const TTL_SECONDS = 5 * 60
const MAX_ATTEMPTS = 5

const StoredSignIn = z.object({
  accountId: z.string(),
  epoch: z.number(),
  way: SignInMethod,
  mark: z.string(),
})

export type PendingSignIns = {
  store(pending: PendingSignIn): Promise<{ id: string; expiresAt: Date }>
  /**
   * Counts an attempt and returns the sign-in; undefined if it does not exist, belongs to another browser, or had too
   * many attempts.
   */
  attempt(id: string, browserId: string): Promise<PendingSignIn | undefined>
  /** Deletes the sign-in. Returns true to one caller only, which may then start the session. */
  finish(id: string): Promise<boolean>
}

export function createPendingSignIns(
  redis: RedisClient,
  { newId, now }: { newId: () => string; now: () => Date },
): PendingSignIns {
  return {
    store: async (pending) => {
      const id = newId()
      await redis.set(key(id), JSON.stringify(pending), 'EX', TTL_SECONDS)
      return { id, expiresAt: new Date(now().getTime() + TTL_SECONDS * 1_000) }
    },
    attempt: async (id, browserId) => {
      const stored = await redis.get(key(id))
      const pending = stored === null ? undefined : StoredSignIn.parse(JSON.parse(stored))
      if (pending?.mark !== browserId) return undefined
      const counter = `${key(id)}:attempts`
      const attempts = await redis.incr(counter)
      await redis.expire(counter, TTL_SECONDS)
      return attempts > MAX_ATTEMPTS ? undefined : pending
    },
    finish: async (id) => (await redis.del(key(id))) === 1,
  }
}

function key(id: string): string {
  return `pending:${id}`
}
