import type { SessionRecord } from '@inkproof/protocol/auth'
import { SESSION_IDLE_SECONDS, sessionKey } from '@inkproof/service-kit/auth'
import type { Redis } from 'ioredis'

/** Sessions as svc-auth writes them; every service reads them (service-kit auth). */
export type Sessions = {
  put(sessionId: string, record: SessionRecord): Promise<void>
  /** Resolves only once Redis has forgotten the session. */
  remove(sessionId: string): Promise<void>
}

export function redisSessions(redis: Redis): Sessions {
  return {
    put: async (sessionId, record) => {
      await redis.set(sessionKey(sessionId), JSON.stringify(record), 'EX', SESSION_IDLE_SECONDS)
    },
    remove: async (sessionId) => {
      await redis.del(sessionKey(sessionId))
    },
  }
}
