/** WebAuthn challenges: valid for minutes, for one browser and one purpose, used once. */
import { CHALLENGE_LASTS_SECONDS } from '@inkproof/protocol/factors'
import type { Redis } from 'ioredis'

/** What a challenge was made for; it is not accepted for another purpose. */
export type Purpose = 'sign-in' | 'sign-up' | 'add' | 'prove'

export type Challenges = {
  /** Stores a challenge and its subject for this browser. */
  keep(purpose: Purpose, mark: string, challenge: string, subject?: string): Promise<void>
  /** Returns the subject to one caller only; undefined if this browser has no such challenge. */
  spend(purpose: Purpose, mark: string, challenge: string): Promise<string | undefined>
}

export function createChallenges(redis: Redis): Challenges {
  return {
    keep: async (purpose, mark, challenge, subject = '') => {
      await redis.set(key(purpose, mark, challenge), subject, 'EX', CHALLENGE_LASTS_SECONDS)
    },
    spend: async (purpose, mark, challenge) =>
      (await redis.getdel(key(purpose, mark, challenge))) ?? undefined,
  }
}

/** Cookie and purpose are part of the key, so nobody can use up another browser's challenge. */
function key(purpose: Purpose, mark: string, challenge: string): string {
  return `passkey-challenge:${purpose}:${mark}:${challenge}`
}
