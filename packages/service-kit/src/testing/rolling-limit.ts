import { type Limit, limitKey, sliceMs } from '../limit.ts'
import type { RedisClient } from '../redis-connection.ts'

/** Moves the calls that a service has counted for a rolling limit into the past, by whole slices of its window. */
export async function makeCallsOlder(
  redis: RedisClient,
  [service, limit, key]: [service: string, limit: Limit, key: string],
  minutes: number,
): Promise<void> {
  const counts = limitKey(service, limit, key)
  const slices = Object.entries(await redis.hgetall(counts))
  if (slices.length === 0) throw new Error('the limit has counted no calls')
  const shift = Math.ceil((minutes * 60_000) / sliceMs(limit))
  const older = slices.map(([slice, calls]) => [Number(slice) - shift, calls] as const)
  await redis.del(counts)
  await redis.hset(counts, ...older.flat())
}
