/** Pending sign-ins at the identity provider: bound to one browser, valid for minutes, used once. */
import { createHash, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'

const ATTEMPT_SECONDS = 10 * 60
const RESULT_SECONDS = 60

const Attempt = z.object({
  nonce: z.string(),
  verifier: z.string(),
  /** The browser that started it. */
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
/** The person the provider identified, until the browser collects the result. */
export type Result = z.infer<typeof Result>

export type Attempts = {
  store(state: string, attempt: Attempt): Promise<void>
  /** Returns and deletes the attempt; undefined if there is none. */
  consume(state: string): Promise<Attempt | undefined>
  /** Stores the result and returns the one-time code that collects it. */
  storeResult(result: Result): Promise<string>
  consumeResult(code: string): Promise<Result | undefined>
}

/** Keys are hashed, so that somebody who can read Redis cannot continue another person's sign-in. */
export function redisAttempts(redis: Redis): Attempts {
  const put = (name: string, value: object, seconds: number) =>
    redis.set(keyOf(name), JSON.stringify(value), 'EX', seconds)
  const take = async <T extends z.ZodType>(schema: T, name: string) => {
    const text = await redis.getdel(keyOf(name))
    return text === null ? undefined : (schema.parse(JSON.parse(text)) as z.output<T>)
  }
  return {
    store: async (state, attempt) => void (await put(`state:${state}`, attempt, ATTEMPT_SECONDS)),
    consume: (state) => take(Attempt, `state:${state}`),
    storeResult: async (result) => {
      const code = randomBytes(32).toString('base64url')
      await put(`code:${code}`, result, RESULT_SECONDS)
      return code
    },
    consumeResult: (code) => take(Result, `code:${code}`),
  }
}

function keyOf(name: string): string {
  return `provider:${createHash('sha256').update(name).digest('base64url')}`
}
