/**
 * What Redis remembers of requests with an Idempotency-Key: a digest of each request, and the result of its effect,
 * which is an ID at most. Responses are not stored: they can contain secrets and other people's personal data.
 *
 * An account has one hash of entries and one sorted set of their expiry times, so that its entries can be counted and
 * deleted atomically.
 */
import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

/**
 * Entries of one account in one service; beyond that, the oldest are forgotten. The rate limits of calls whose effect
 * depends on its entry (`effect-once`) allow fewer in 24 hours.
 */
export const MAX_KEYS_PER_ACCOUNT = 5_000
const RETENTION_MS = 24 * 60 * 60 * 1_000
/** Twice as long as the gateway waits for a response. */
const IN_PROGRESS_MS = 60_000

/** Identifies a key: the account and a digest of call and key. */
export type KeyId = { accountId: string; keyDigest: string }

/** A reserved key. The token distinguishes it from a later reservation of the same key. */
export type Claim = KeyId & { request: string; token: string }

/** An entry in Redis: `request` is a digest, `token` and `untilMs` are set while the request is in progress. */
export type Entry = { request: string; token?: string; untilMs?: number; result?: string }

/** Remembers requests by account and key for 24 hours. */
export type IdempotencyStore = {
  /** Reserves a key for a minute. @returns the claim, or the entry that exists already */
  claim(id: KeyId, request: string): Promise<{ claim: Claim } | { existing: Entry }>
  /** Records that the request has taken effect. Does nothing if the claim was lost. */
  complete(claim: Claim, result?: string): Promise<void>
  /** Frees the key of a request that failed. Does nothing if it has taken effect or the claim was lost. */
  release(claim: Claim): Promise<void>
  /** Deletes the entries of an account. */
  removeAllOf(accountId: string): Promise<void>
}

/** KEYS: entries, expiry times. ARGV: key digest, new entry, now, expiry, maximum of entries, retention. */
const CLAIM = `
local function remove(ids)
  for _, id in ipairs(ids) do
    redis.call('HDEL', KEYS[1], id)
    redis.call('ZREM', KEYS[2], id)
  end
end
remove(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[3]))
local found = redis.call('HGET', KEYS[1], ARGV[1])
if found then
  local entry = cjson.decode(found)
  if not entry.untilMs or entry.untilMs > tonumber(ARGV[3]) then return found end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
remove(redis.call('ZRANGE', KEYS[2], 0, -1 - tonumber(ARGV[5])))
redis.call('PEXPIRE', KEYS[1], ARGV[6])
redis.call('PEXPIRE', KEYS[2], ARGV[6])
return false`

/** KEYS as in CLAIM. ARGV: key digest, token, completed entry, its expiry, retention. */
const COMPLETE = `
local found = redis.call('HGET', KEYS[1], ARGV[1])
if not found or cjson.decode(found).token ~= ARGV[2] then return end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[5])`

/** KEYS as in CLAIM. ARGV: key digest, token. */
const RELEASE = `
local found = redis.call('HGET', KEYS[1], ARGV[1])
if not found or cjson.decode(found).token ~= ARGV[2] then return end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])`

/** Creates a service's store. */
export function createIdempotencyStore(
  redis: Redis,
  service: string,
  now: () => number = Date.now,
): IdempotencyStore {
  const keysOf = (accountId: string): [string, string] => [
    `idempotency:${service}:${accountId}`,
    `idempotency-expiry:${service}:${accountId}`,
  ]
  const run = (script: string, { accountId, keyDigest }: KeyId, ...args: (string | number)[]) =>
    redis.eval(script, 2, ...keysOf(accountId), keyDigest, ...args)
  return {
    claim: async (id, request) => {
      const [nowMs, token] = [now(), randomUUID()]
      const entry = JSON.stringify({ request, token, untilMs: nowMs + IN_PROGRESS_MS })
      const times = [nowMs, nowMs + RETENTION_MS, MAX_KEYS_PER_ACCOUNT, RETENTION_MS]
      const existing = (await run(CLAIM, id, entry, ...times)) as string | null
      return existing === null
        ? { claim: { ...id, request, token } }
        : { existing: JSON.parse(existing) as Entry }
    },
    complete: async (claim, result) => {
      const entry = JSON.stringify({ request: claim.request, result })
      await run(COMPLETE, claim, claim.token, entry, now() + RETENTION_MS, RETENTION_MS)
    },
    release: async (claim) => {
      await run(RELEASE, claim, claim.token)
    },
    removeAllOf: async (accountId) => {
      await redis.del(...keysOf(accountId))
    },
  }
}
