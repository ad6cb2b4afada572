import { createHash } from 'node:crypto'
import { withTimeout } from 'es-toolkit/promise'
import type { Request } from 'express'
import { AppError } from './app-error.ts'
import type { RedisClient } from './redis-connection.ts'
import { defineScript } from './redis-script.ts'

/** A rate limit: at most `max` calls of one key in each window, which starts with the first call. */
export type Limit = {
  /** Names the counter, for example `login-address`. */
  name: string
  max: number
  windowSeconds: number
  /**
   * Counts the calls of the last `windowSeconds` instead, and of up to a sixtieth more. Otherwise up to twice `max` calls
   * are allowed within a short time: some before a window ends, the others after it.
   */
  isRolling?: true
  /** What happens while Redis is not responding: `open` allows the call (public reads), `closed` rejects it. */
  whenRedisFails: 'open' | 'closed'
}

/**
 * Counts one call, or `amount`. Rejected calls are not counted. Calls with the same `deduplicationKey` are
 * counted once in each window, even if they run concurrently.
 *
 * @throws AppError TOO_MANY_REQUESTS with the seconds until a call can be allowed again, or UNAVAILABLE
 */
export type ConsumeLimit = (
  limit: Limit,
  key: string,
  amount?: number,
  deduplicationKey?: string,
) => Promise<void>

/**
 * Undoes the counting of an allowed call, or of `amount`, at most once for each `deduplicationKey`. A rolling limit needs
 * that key, because it says when the call was counted.
 */
export type RefundLimit = ConsumeLimit

/**
 * Counts and sets the expiry atomically: two commands could leave a counter that never expires. ARGV: window in
 * milliseconds, amount, maximum.
 */
const count = defineScript(
  'consume-limit',
  ['counter'],
  `if mark and redis.call('EXISTS', mark) == 1 then return {1, 0} end
local used = tonumber(redis.call('GET', counter) or '0')
if used + tonumber(ARGV[2]) > tonumber(ARGV[3]) then return {0, redis.call('PTTL', counter)} end
redis.call('INCRBY', counter, ARGV[2])
if used == 0 then redis.call('PEXPIRE', counter, ARGV[1]) end
if mark then redis.call('SET', mark, 1, 'PX', math.max(1, redis.call('PTTL', counter))) end
return {1, 0}`,
  'mark',
)

/** A rolling limit stores one number for each of these parts of its window. */
const SLICES = 60

/**
 * Counts in slices of the window, by their number since 1970, and adds up those that have any part in the window. So no
 * window contains more calls than allowed. Arguments as in `count`, and the length of a slice in milliseconds. Uses Redis’s
 * clock, because the clocks of instances may differ.
 */
const countRolling = defineScript(
  'consume-rolling-limit',
  ['counts'],
  `if mark and redis.call('EXISTS', mark) == 1 then return {1, 0} end
local amount, max, sliceMs = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if amount > max then return {0, 0} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local current = math.floor(now / sliceMs)
local endOf = function(slice) return (slice + ${SLICES + 1}) * sliceMs - now end
local used, slices = 0, {}
local stored = redis.call('HGETALL', counts)
for i = 1, #stored, 2 do
  local slice = {number = tonumber(stored[i]), calls = tonumber(stored[i + 1])}
  if endOf(slice.number) <= 0 then redis.call('HDEL', counts, stored[i])
  else
    used = used + slice.calls
    table.insert(slices, slice)
  end
end
table.sort(slices, function(a, b) return a.number < b.number end)
for _, slice in ipairs(used + amount > max and slices or {}) do
  used = used - slice.calls
  if used + amount <= max then return {0, endOf(slice.number)} end
end
local field = string.format('%.0f', current)
redis.call('HINCRBY', counts, field, ARGV[2])
redis.call('PEXPIRE', counts, endOf(current))
if mark then redis.call('SET', mark, field, 'PX', endOf(current)) end
return {1, 0}`,
  'mark',
)

/** The mark names the slice in which the request was counted. ARGV: amount. */
const refundRolling = defineScript(
  'refund-rolling-limit',
  ['counts'],
  `local slice = mark and redis.call('GET', mark)
if not slice then return end
redis.call('DEL', mark)
if redis.call('HEXISTS', counts, slice) == 1 then redis.call('HINCRBY', counts, slice, -ARGV[1]) end`,
  'mark',
)

/** A window that has ended in the meantime has no counter, so there is nothing to undo. ARGV: amount. */
const refund = defineScript(
  'refund-limit',
  ['counter'],
  `if mark and redis.call('DEL', mark) == 0 then return end
if redis.call('EXISTS', counter) == 1 then redis.call('DECRBY', counter, ARGV[1]) end`,
  'mark',
)

/** Maximum time that a public read waits for an unresponsive Redis. */
const FAIL_OPEN_TIMEOUT_MS = 250

/** Creates a service's limiter. */
export function createLimiter(redis: RedisClient, service: string): ConsumeLimit {
  return async (limit, key, amount = 1, deduplicationKey) => {
    const counter = limitKey(service, limit, key)
    const mark = markKey(counter, deduplicationKey)
    const args = [limit.windowSeconds * 1_000, amount, limit.max]
    const counting = (
      limit.isRolling
        ? countRolling(redis, { counts: counter, mark }, ...args, sliceMs(limit))
        : count(redis, { counter, mark }, ...args)
    ) as Promise<[number, number]>
    const result = limit.whenRedisFails === 'open' ? await orUndefined(counting) : await counting
    if (!result) return
    const [isAllowed, remainingMs] = result
    if (isAllowed === 1) return
    throw new AppError('TOO_MANY_REQUESTS', {
      retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1_000)),
    })
  }
}

/** Creates the function that undoes what the limiter of the same service has counted. */
export function createLimitRefund(redis: RedisClient, service: string): RefundLimit {
  return async (limit, key, amount = 1, deduplicationKey) => {
    const counter = limitKey(service, limit, key)
    const mark = markKey(counter, deduplicationKey)
    if (limit.isRolling) await refundRolling(redis, { counts: counter, mark }, amount)
    else await refund(redis, { counter, mark }, amount)
  }
}

/**
 * The Redis key of a counter. Rolling limits have a prefix of their own, so that a limit can change its kind while Redis
 * has counters of the other kind.
 */
export function limitKey(service: string, { name, isRolling }: Limit, key: string): string {
  return `${isRolling ? 'sliced-limit' : 'limit'}:${service}:${name}:${digest(key)}`
}

/** The length of a slice of a rolling limit, in milliseconds. */
export function sliceMs({ windowSeconds }: Pick<Limit, 'windowSeconds'>): number {
  return Math.ceil((windowSeconds * 1_000) / SLICES)
}

/** The mark of a request that was counted. Its hash tag is the counter, so a Cluster stores both on one node. */
function markKey(counter: string, deduplicationKey: string | undefined): string | undefined {
  return deduplicationKey === undefined ? undefined : `{${counter}}:${digest(deduplicationKey)}`
}

/** Returns the client address to count: IPv4 in full, IPv6 as its /64, which usually belongs to one customer. */
export function clientAddress(req: Request): string {
  const address = (req.ip ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '')
  return address.includes(':') ? network64(address) : address
}

function network64(address: string): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const missing =
    tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [
    ...groups,
    ...Array<string>(Math.max(0, missing)).fill('0'),
    ...(tail ? tail.split(':') : []),
  ]
  return `${all.slice(0, 4).join(':')}::/64`
}

function orUndefined<T>(counting: Promise<T>): Promise<T | undefined> {
  return withTimeout(() => counting, FAIL_OPEN_TIMEOUT_MS).catch(() => undefined)
}

/** Keys are hashed, so that Redis stores no addresses. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}
