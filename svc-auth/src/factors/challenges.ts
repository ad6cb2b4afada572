/** WebAuthn challenges: single-use, short-lived, and bound to one browser and one purpose. */
import { CHALLENGE_TTL_SECONDS } from '@inkproof/protocol/factors'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'

/** What a challenge was created for; it is not accepted for another purpose. */
export type Purpose = 'sign-in' | 'sign-up' | 'add' | 'prove'

export type Challenges = {
  /**
   * Stores a challenge for this browser and purpose. `subject` is what the challenge is for: the session to
   * reauthenticate, the account that gets a passkey, or the account to create. It is empty for a sign-in.
   */
  store(purpose: Purpose, browserId: string, challenge: string, subject?: string): Promise<void>
  /** Uses up a challenge and returns its subject. Returns undefined if this browser has no such unused challenge. */
  consume(purpose: Purpose, browserId: string, challenge: string): Promise<string | undefined>
}

export function createChallenges(redis: RedisClient): Challenges {
  return {
    store: async (purpose, browserId, challenge, subject = '') => {
      await redis.set(key(purpose, browserId, challenge), subject, 'EX', CHALLENGE_TTL_SECONDS)
    },
    consume: async (purpose, browserId, challenge) =>
      (await redis.getdel(key(purpose, browserId, challenge))) ?? undefined,
  }
}

/** The browser and the purpose are part of the key, so a browser cannot use up another browser's challenge. */
function key(purpose: Purpose, browserId: string, challenge: string): string {
  return `passkey-challenge:${purpose}:${browserId}:${challenge}`
}
