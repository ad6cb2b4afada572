/** Sign-ins at the provider that are under way: each for one browser, some minutes, and once. */
import { createHash, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'

const ATTEMPT_SECONDS = 10 * 60
const RESULT_SECONDS = 60

const Attempt = z.object({
  nonce: z.string(),
  verifier: z.string(),
  /** The browser that began. */
  mark: z.string(),
  returnTo: z.string(),
  /** The account that asked to have the way added; absent for a sign-in. */
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
/** Whom the provider named, until the browser asks for it. */
export type Result = z.infer<typeof Result>

export type Attempts = {
  hold(state: string, attempt: Attempt): Promise<void>
  /** Undefined unless held and not taken before. */
  take(state: string): Promise<Attempt | undefined>
  /** Answers the code that takes it. */
  holdResult(result: Result): Promise<string>
  takeResult(code: string): Promise<Result | undefined>
}

/** Keys are hashed, so that who reads Redis cannot go on with another's sign-in. */
export function redisAttempts(redis: Redis): Attempts {
  const put = (name: string, value: object, seconds: number) =>
    redis.set(keyOf(name), JSON.stringify(value), 'EX', seconds)
  const take = async <T extends z.ZodType>(schema: T, name: string) => {
    const text = await redis.getdel(keyOf(name))
    return text === null ? undefined : (schema.parse(JSON.parse(text)) as z.output<T>)
  }
  return {
    hold: async (state, attempt) => void (await put(`state:${state}`, attempt, ATTEMPT_SECONDS)),
    take: (state) => take(Attempt, `state:${state}`),
    holdResult: async (result) => {
      const code = randomBytes(32).toString('base64url')
      await put(`code:${code}`, result, RESULT_SECONDS)
      return code
    },
    takeResult: (code) => take(Result, `code:${code}`),
  }
}

function keyOf(name: string): string {
  return `provider:${createHash('sha256').update(name).digest('base64url')}`
}
