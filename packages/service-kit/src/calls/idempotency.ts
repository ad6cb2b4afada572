/**
 * Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): a request that is repeated with the same key has
 * its effect once and gets the same answer for 24 hours.
 *
 * Only successes are kept. A refused request has changed nothing, so repeating it is worked on again, and its
 * key is free for a corrected one. A process that dies while it works leaves the key taken for a minute;
 * after that the request is worked on again, which a call must survive by itself.
 */
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { AppError } from '../app-error.ts'
import type { Answer } from './answer.ts'

const KEPT_SECONDS = 24 * 60 * 60
/** Longer than any request may take. */
const WORKING_SECONDS = 60
/** Printable ASCII, as the header's structured string has it, with its quotes or without. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** A request that can be repeated. `content` is what makes it the same request again. */
export type RepeatableRequest = {
  call: string
  accountId: string
  key: string
  content: unknown
}

type Entry = { request: string; answer?: Answer }

/** Answers by key. */
export type AnswerStore = {
  /** Takes a key for a request that begins. @returns what the key holds already, if it does */
  claim(key: string, request: string): Promise<Entry | undefined>
  keep(key: string, entry: Required<Entry>): Promise<void>
  release(key: string): Promise<void>
}

/** Keeps answers in Redis, by a hash of account, call and key. */
export function answerStore(redis: Redis, service: string): AnswerStore {
  const nameOf = (key: string) => `idempotency:${service}:${key}`
  return {
    claim: async (key, request) => {
      const held = await redis.set(
        nameOf(key),
        JSON.stringify({ request }),
        'EX',
        WORKING_SECONDS,
        'NX',
        'GET',
      )
      return held === null ? undefined : (JSON.parse(held) as Entry)
    },
    keep: async (key, entry) => {
      await redis.set(nameOf(key), JSON.stringify(entry), 'EX', KEPT_SECONDS)
    },
    release: async (key) => {
      await redis.del(nameOf(key))
    },
  }
}

/**
 * The kept answer to this request, or what the work answers, which is kept from then on.
 *
 * @throws AppError INVALID_INPUT for a key that is none, IDEMPOTENCY_KEY_IN_USE, IDEMPOTENCY_KEY_REUSED,
 * UNAVAILABLE while Redis does not answer, and whatever the work throws
 */
export async function replayable(
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
  return workAndKeep(store, { slot, request }, work)
}

async function workAndKeep(
  store: AnswerStore,
  { slot, request }: { slot: string; request: string },
  work: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const answer = await work().catch(async (error: unknown) => {
    await store.release(slot).catch(() => undefined)
    throw error
  })
  // The effect stands whether or not the answer can be kept, so the caller gets it.
  if (answer) await store.keep(slot, { request, answer }).catch(() => undefined)
  return answer
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
