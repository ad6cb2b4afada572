import type { RedisClient } from '../redis-connection.ts'

/** Moves the calls that a rolling limit has counted under a key (`limitKey`) into the past. */
export async function makeCallsOlder(
  redis: RedisClient,
  key: string,
  minutes: number,
): Promise<void> {
  const times = await redis.lrange(key, 0, -1)
  if (times.length === 0) throw new Error('the limit has counted no calls')
  for (const [index, time] of times.entries())
    await redis.lset(key, index, Number(time) - minutes * 60_000)
}
