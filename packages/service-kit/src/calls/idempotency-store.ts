/**
 * Requests with an Idempotency-Key, as stored in Redis. An entry contains a digest of the request and an ID for its
 * effect. Once the request has taken effect, the entry contains the result, an ID or a time, instead of the effect's
 * ID. Responses are not stored: they can contain secrets and other people's personal data.
 *
 * An account has one hash of entries and one sorted set of their expiry times, so that its entries can be counted and
 * deleted atomically.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { RedisClient } from '../redis-connection.ts'
import { defineScript, deleteAll, type RunScript } from '../redis-script.ts'

/**
 * Maximum number of entries of one account in one service; the oldest are removed first. Calls declared `effect-once`
 * rely on their entry to prevent a repeated effect; their rate limits allow fewer requests than this in 24 hours.
 */
export const MAX_KEYS_PER_ACCOUNT = 5_000
const RETENTION_MS = 24 * 60 * 60 * 1_000
/** Twice as long as the gateway waits for a response. */
const IN_PROGRESS_MS = 60_000

/** Identifies a key: the account and a digest of call and key. */
export type KeyId = { accountId: string; keyDigest: string }

/**
 * A reserved key. The token distinguishes it from a later reservation of the same key. The effect ID is the same for
 * all attempts of a request.
 */
export type Claim = KeyId & { request: string; token: string; effectId: string }

/**
 * An entry in Redis. `request` is a digest. `token`, `effectId` and `untilMs` are set until the request is completed;
 * after `untilMs`, it can be attempted again.
 */
export type Entry = {
  request: string
  token?: string
  effectId?: string
  untilMs?: number
  result?: string
}

/** Remembers requests by account and key for 24 hours. */
export type IdempotencyStore = {
  /**
   * Reserves a key for one minute. Succeeds if the key is unused, or if an earlier attempt of the same request ended
   * without a result.
   *
   * @returns the claim, or the entry that exists already
   */
  claim(id: KeyId, request: string): Promise<{ claim: Claim } | { existing: Entry }>
  /** Records that the request has taken effect. Does nothing if the claim was lost. */
  complete(claim: Claim, result?: string): Promise<void>
  /**
   * Ends the reservation of a request that failed. The key is free for any request, or only for the same one if this
   * attempt or an earlier one may have taken effect. Does nothing if the request is completed or the claim was lost.
   */
  release(claim: Claim, mayHaveEffect: boolean): Promise<void>
  /** Deletes the entries of an account. */
  removeAllOf(accountId: string): Promise<void>
}

const KEYS = ['entries', 'expiries'] as const

/** ARGV: key digest, new entry, now, expiry, maximum number of entries, retention. */
const claimKey = defineScript(
  'claim-request',
  KEYS,
  `local function remove(ids)
  for _, id in ipairs(ids) do
    redis.call('HDEL', entries, id)
    redis.call('ZREM', expiries, id)
  end
end
remove(redis.call('ZRANGEBYSCORE', expiries, '-inf', ARGV[3]))
local new = cjson.decode(ARGV[2])
local found = redis.call('HGET', entries, ARGV[1])
if found then
  local entry = cjson.decode(found)
  local isOpen = entry.untilMs and entry.untilMs <= tonumber(ARGV[3])
  if not isOpen or entry.request ~= new.request then return found end
  new.effectId = entry.effectId or new.effectId
  new.isRetry = true
end
local claimed = cjson.encode(new)
redis.call('HSET', entries, ARGV[1], claimed)
redis.call('ZADD', expiries, ARGV[4], ARGV[1])
remove(redis.call('ZRANGE', expiries, 0, -1 - tonumber(ARGV[5])))
redis.call('PEXPIRE', entries, ARGV[6])
redis.call('PEXPIRE', expiries, ARGV[6])
return claimed`,
)

/** ARGV: key digest, token, completed entry, its expiry, retention. */
const completeKey = defineScript(
  'complete-request',
  KEYS,
  `local found = redis.call('HGET', entries, ARGV[1])
if not found or cjson.decode(found).token ~= ARGV[2] then return end
redis.call('HSET', entries, ARGV[1], ARGV[3])
redis.call('ZADD', expiries, ARGV[4], ARGV[1])
redis.call('PEXPIRE', entries, ARGV[5])
redis.call('PEXPIRE', expiries, ARGV[5])`,
)

/** ARGV: key digest, token, whether the attempt may have taken effect (1). */
const releaseKey = defineScript(
  'release-request',
  KEYS,
  `local found = redis.call('HGET', entries, ARGV[1])
local entry = found and cjson.decode(found)
if not entry or entry.token ~= ARGV[2] then return end
if ARGV[3] == '1' or entry.isRetry then
  entry.untilMs = 0
  redis.call('HSET', entries, ARGV[1], cjson.encode(entry))
else
  redis.call('HDEL', entries, ARGV[1])
  redis.call('ZREM', expiries, ARGV[1])
end`,
)

/** Returns a new ID for the effect of a request. */
export function newEffectId(): string {
  return randomBytes(16).toString('base64url')
}

/** Creates a service's store. */
export function createIdempotencyStore(
  redis: RedisClient,
  service: string,
  now: () => number = Date.now,
): IdempotencyStore {
  const keysOf = (accountId: string) => ({
    entries: `idempotency:{${service}:${accountId}}`,
    expiries: `idempotency-expiry:{${service}:${accountId}}`,
  })
  const run = (
    script: RunScript<(typeof KEYS)[number]>,
    { accountId, keyDigest }: KeyId,
    ...args: (string | number)[]
  ) => script(redis, keysOf(accountId), keyDigest, ...args)
  const release = async (id: KeyId & { token: string }, mayHaveEffect: boolean) =>
    void (await run(releaseKey, id, id.token, mayHaveEffect ? 1 : 0))
  return {
    claim: async (id, request) => {
      const [nowMs, token] = [now(), randomUUID()]
      const untilMs = nowMs + IN_PROGRESS_MS
      const entry = JSON.stringify({ request, token, effectId: newEffectId(), untilMs })
      const times = [nowMs, nowMs + RETENTION_MS, MAX_KEYS_PER_ACCOUNT, RETENTION_MS]
      const claimed = await run(claimKey, id, entry, ...times).catch((error: unknown) => {
        // Redis may still execute the claim. It then executes this release afterwards: both use the same connection.
        release({ ...id, token }, false).catch(() => undefined)
        throw error
      })
      const found: Entry = JSON.parse(String(claimed))
      return found.token === token && found.effectId !== undefined
        ? { claim: { ...id, request, token, effectId: found.effectId } }
        : { existing: found }
    },
    complete: async (claim, result) => {
      const entry = JSON.stringify({ request: claim.request, result })
      await run(completeKey, claim, claim.token, entry, now() + RETENTION_MS, RETENTION_MS)
    },
    release,
    removeAllOf: async (accountId) => {
      await deleteAll(redis, Object.values(keysOf(accountId)))
    },
  }
}
