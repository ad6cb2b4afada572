/**
 * Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): a request repeated with the same key has its effect
 * once and gets the same response for 24 hours.
 *
 * Only successes are stored. A refused request has changed nothing, so it is processed again when repeated, and its
 * key can be used for a corrected one. If a process dies during a request, its key stays reserved for a minute;
 * after that the request is processed again, which every call must tolerate.
 *
 * A response can contain personal data, so those of an account are listed and deleted with it.
 */
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { AppError } from '../app-error.ts'
import type { Answer } from './answer.ts'

const RETENTION_SECONDS = 24 * 60 * 60
/** Longer than any request takes. */
const IN_PROGRESS_SECONDS = 60
/** Printable ASCII as in the header's structured string, with or without quotes. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** A repeatable request. `content` determines whether a repetition is the same request. */
export type RepeatableRequest = {
  call: string
  accountId: string
  key: string
  content: unknown
}

type Entry = { request: string; answer?: Answer }

/** Stored responses by key. */
export type AnswerStore = {
  /** Reserves a key for a new request. @returns the entry that exists already, if any */
  claim(key: string, request: string): Promise<Entry | undefined>
  keep(key: string, accountId: string, entry: Required<Entry>): Promise<void>
  release(key: string): Promise<void>
  /** Deletes the stored responses of an account. */
  removeAllOf(accountId: string): Promise<void>
}

/** Stores responses in Redis, by a hash of account, call and key. */
export function answerStore(redis: Redis, service: string): AnswerStore {
  const nameOf = (key: string) => `idempotency:${service}:${key}`
  const listOf = (accountId: string) => `idempotency-of:${service}:${accountId}`
  return {
    claim: async (key, request) => {
      const held = await redis.set(
        nameOf(key),
        JSON.stringify({ request }),
        'EX',
        IN_PROGRESS_SECONDS,
        'NX',
        'GET',
      )
      return held === null ? undefined : (JSON.parse(held) as Entry)
    },
    keep: async (key, accountId, entry) => {
      // Sent together and in this order: a response that is not listed would not be found when its account is
      // deleted, and a Redis that is frozen carries out all of them when it goes on.
      await Promise.all([
        redis.sadd(listOf(accountId), nameOf(key)),
        redis.expire(listOf(accountId), RETENTION_SECONDS),
        redis.set(nameOf(key), JSON.stringify(entry), 'EX', RETENTION_SECONDS),
      ])
    },
    release: async (key) => {
      await redis.del(nameOf(key))
    },
    removeAllOf: async (accountId) => {
      const list = listOf(accountId)
      await redis.del(list, ...(await redis.smembers(list)))
    },
  }
}

/**
 * Returns the stored response to this request, or runs it and stores its response.
 *
 * @throws AppError INVALID_INPUT for an invalid key, IDEMPOTENCY_KEY_IN_USE, IDEMPOTENCY_KEY_REUSED, UNAVAILABLE if
 * Redis does not answer, and whatever the handler throws
 */
export async function replayOrRun(
  store: AnswerStore,
  { call, accountId, key, content }: RepeatableRequest,
  work: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  if (!KEY.test(key)) {
    const issue = {
      path: 'Idempotency-Key',
      message: 'expected 1 to 255 printable ASCII characters',
    }
    throw new AppError('INVALID_INPUT', { issues: [issue] })
  }
  const slot = digest([accountId, call, key])
  const request = digest(content)
  const held = await store.claim(slot, request)
  if (held && held.request !== request) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  if (held?.answer) return held.answer
  if (held) throw new AppError('IDEMPOTENCY_KEY_IN_USE')
  return runAndStore(store, { slot, accountId, request }, work)
}

async function runAndStore(
  store: AnswerStore,
  { slot, accountId, request }: { slot: string; accountId: string; request: string },
  work: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const answer = await work().catch(async (error: unknown) => {
    await store.release(slot).catch(() => undefined)
    throw error
  })
  // The effect is permanent whether or not the response can be stored, so the caller receives it.
  if (answer) await store.keep(slot, accountId, { request, answer }).catch(() => undefined)
  return answer
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
