/** WebAuthn challenges: kept for minutes, for one browser and one purpose, used once. */
import { CHALLENGE_LASTS_SECONDS } from '@inkproof/protocol/factors'
import type { Redis } from 'ioredis'

/** What a challenge was made for: one that was made for another thing is not found. */
export type Purpose = 'sign-in' | 'sign-up' | 'add' | 'prove'

export type Challenges = {
  /** Remembers a challenge, and what it is about, for the browser with this mark. */
  keep(purpose: Purpose, mark: string, challenge: string, subject?: string): Promise<void>
  /** The subject, for one caller only. Undefined when there is no such challenge for this browser. */
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

/** Mark and purpose are part of the key: nobody can use up a challenge of another browser. */
function key(purpose: Purpose, mark: string, challenge: string): string {
  return `passkey-challenge:${purpose}:${mark}:${challenge}`
}
