/** Sign-ins that need their second factor: valid for minutes, for one browser and a few attempts. */
import { SignInWay } from '@inkproof/protocol/auth'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { PendingSignIn } from './complete-sign-in.ts'

const TTL_SECONDS = 5 * 60
const MAX_ATTEMPTS = 5

const Stored = z.object({
  accountId: z.string(),
  epoch: z.number(),
  way: SignInWay,
  mark: z.string(),
})

export type PendingSignIns = {
  hold(pending: PendingSignIn): Promise<{ id: string; expiresAt: Date }>
  /** Counts an attempt. Undefined if there is none, it belongs to another browser, or there were too many. */
  attempt(id: string, browserId: string): Promise<PendingSignIn | undefined>
  /** Returns true for one caller only, which may then sign in. */
  finish(id: string): Promise<boolean>
}

export function pendingSignIns(
  redis: Redis,
  { newId, now }: { newId: () => string; now: () => Date },
): PendingSignIns {
  return {
    hold: async (pending) => {
      const id = newId()
      await redis.set(key(id), JSON.stringify(pending), 'EX', TTL_SECONDS)
      return { id, expiresAt: new Date(now().getTime() + TTL_SECONDS * 1_000) }
    },
    attempt: async (id, browserId) => {
      const stored = await redis.get(key(id))
      const pending = stored === null ? undefined : Stored.parse(JSON.parse(stored))
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
