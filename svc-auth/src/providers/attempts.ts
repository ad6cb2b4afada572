/** Pending attempts to sign in or link with the identity provider: single-use, short-lived and bound to one browser. */
import { createHash, randomBytes } from 'node:crypto'
import type { RedisClient } from '@inkproof/service-kit/redis-connection'
import { z } from 'zod'

const ATTEMPT_TTL_SECONDS = 10 * 60
const RESULT_TTL_SECONDS = 60

const Attempt = z.object({
  nonce: z.string(),
  verifier: z.string(),
  /** Id of the browser that started the attempt. Named `mark` in stored data, so it cannot be renamed. */
  mark: z.string(),
  returnTo: z.string(),
  /** The account to link to; absent for a sign-in. */
  linkTo: z.string().optional(),
})
export type Attempt = z.infer<typeof Attempt>

const Result = z.object({
  mark: z.string(),
  linkTo: z.string().optional(),
  person: z.object({
    id: z.string(),
    email: z.string().nullable(),
    isEmailVerified: z.boolean(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
  }),
})
/** A completed attempt with the person whom the provider identified, stored until the browser collects it. */
export type Result = z.infer<typeof Result>

export type Attempts = {
  store(state: string, attempt: Attempt): Promise<void>
  /** Returns and deletes the attempt; undefined if there is none. */
  consume(state: string): Promise<Attempt | undefined>
  /** Stores the result and returns the one-time code that collects it. */
  storeResult(result: Result): Promise<string>
  consumeResult(code: string): Promise<Result | undefined>
}

/** Keys are hashed, so that read access to Redis is not enough to complete another user's attempt. */
export function createAttempts(redis: RedisClient): Attempts {
  const store = (name: string, value: object, seconds: number) =>
    redis.set(redisKey(name), JSON.stringify(value), 'EX', seconds)
  const consume = async <T extends z.ZodType>(schema: T, name: string) => {
    const text = await redis.getdel(redisKey(name))
    return text === null ? undefined : (schema.parse(JSON.parse(text)) as z.output<T>)
  }
  return {
    store: async (state, attempt) =>
      void (await store(`state:${state}`, attempt, ATTEMPT_TTL_SECONDS)),
    consume: (state) => consume(Attempt, `state:${state}`),
    storeResult: async (result) => {
      const code = randomBytes(32).toString('base64url')
      await store(`code:${code}`, result, RESULT_TTL_SECONDS)
      return code
    },
    consumeResult: (code) => consume(Result, `code:${code}`),
  }
}

function redisKey(name: string): string {
  return `provider:${createHash('sha256').update(name).digest('base64url')}`
}
