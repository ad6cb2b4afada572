/**
 * Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): requests repeated with the same key within 24 hours take
 * effect once and get the same response.
 *
 * Only successes are stored. A rejected request has changed nothing, so it is processed again when repeated, and its
 * key can be reused for a corrected request. If the process dies during a request, its key stays reserved for a minute;
 * a later repetition is processed again, which every call must tolerate.
 *
 * Responses can contain personal data, so they are indexed by account and deleted with it.
 */
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { AppError } from '../app-error.ts'
import type { CallResponse } from './response.ts'

const RETENTION_SECONDS = 24 * 60 * 60
/** Longer than any request takes. */
const IN_PROGRESS_SECONDS = 60
/** Printable ASCII, as in the header's structured string, with or without quotes. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** A request with a key. `content` determines whether a repetition is the same request. */
export type RepeatableRequest = {
  call: string
  accountId: string
  key: string
  content: unknown
}

/** As stored in Redis. `request` is a digest of the request; `answer` is the response, absent while in progress. */
type Entry = { request: string; answer?: CallResponse }

/** Stored responses by key. */
export type ResponseStore = {
  /** Reserves a key for a new request. @returns the entry that exists already, if any */
  claim(key: string, request: string): Promise<Entry | undefined>
  store(key: string, accountId: string, entry: Required<Entry>): Promise<void>
  /** Frees a reserved key whose request failed. */
  release(key: string): Promise<void>
  /** Deletes the stored responses of an account. */
  removeAllOf(accountId: string): Promise<void>
}

/** Stores responses in Redis, by a hash of account, call and key. */
export function createResponseStore(redis: Redis, service: string): ResponseStore {
  const entryKey = (key: string) => `idempotency:${service}:${key}`
  const indexKey = (accountId: string) => `idempotency-of:${service}:${accountId}`
  return {
    claim: async (key, request) => {
      const existing = await redis.set(
        entryKey(key),
        JSON.stringify({ request }),
        'EX',
        IN_PROGRESS_SECONDS,
        'NX',
        'GET',
      )
      return existing === null ? undefined : (JSON.parse(existing) as Entry)
    },
    store: async (key, accountId, entry) => {
      // Sent together and in this order: a response missing from the index would not be deleted with its account, and
      // a frozen Redis executes all of them when it resumes.
      await Promise.all([
        redis.sadd(indexKey(accountId), entryKey(key)),
        redis.expire(indexKey(accountId), RETENTION_SECONDS),
        redis.set(entryKey(key), JSON.stringify(entry), 'EX', RETENTION_SECONDS),
      ])
    },
    release: async (key) => {
      await redis.del(entryKey(key))
    },
    removeAllOf: async (accountId) => {
      const index = indexKey(accountId)
      await redis.del(index, ...(await redis.smembers(index)))
    },
  }
}

/**
 * Returns the stored response to this request, or processes it and stores its response.
 *
 * @throws AppError INVALID_INPUT for an invalid key, IDEMPOTENCY_KEY_IN_USE, IDEMPOTENCY_KEY_REUSED, UNAVAILABLE if
 * Redis is not responding, and whatever the handler throws
 */
export async function replayOrRun(
  store: ResponseStore,
  { call, accountId, key, content }: RepeatableRequest,
  run: () => Promise<CallResponse | undefined>,
): Promise<CallResponse | undefined> {
  if (!KEY.test(key)) {
    const issue = {
      path: 'Idempotency-Key',
      message: 'expected 1 to 255 printable ASCII characters',
    }
    throw new AppError('INVALID_INPUT', { issues: [issue] })
  }
  const storeKey = digest([accountId, call, key])
  const request = digest(content)
  const existing = await store.claim(storeKey, request)
  if (existing && existing.request !== request) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  if (existing?.answer) return existing.answer
  if (existing) throw new AppError('IDEMPOTENCY_KEY_IN_USE')
  return runAndStore(store, { storeKey, accountId, request }, run)
}

async function runAndStore(
  store: ResponseStore,
  { storeKey, accountId, request }: { storeKey: string; accountId: string; request: string },
  run: () => Promise<CallResponse | undefined>,
): Promise<CallResponse | undefined> {
  const response = await run().catch(async (error: unknown) => {
    await store.release(storeKey).catch(() => undefined)
    throw error
  })
  // The request has taken effect, so the caller gets the response even if it cannot be stored.
  if (response)
    await store.store(storeKey, accountId, { request, answer: response }).catch(() => undefined)
  return response
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
