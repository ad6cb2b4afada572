import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { z } from 'zod'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { asOutage } from './outage.ts'
import { openRedis, type RedisDependency } from './redis.ts'
import { redisAddress, redisEnv } from './redis-settings.ts'
import { until } from './testing/fixture.ts'
import {
  FAILOVER_TIMEOUT_MS,
  type RedisSentinels,
  startSentinels,
} from './testing/redis-processes.ts'

const Env = z.object(redisEnv)
const open = (env: Record<string, string>) =>
  openRedis(redisAddress(readConfig('test', Env, env)), createLog('test', 'silent'))

let servers: RedisSentinels
let redis: RedisDependency

beforeEach(async () => {
  servers = await startSentinels()
  redis = open(servers.env)
  await redis.prepare()
  await redis.client.set('a', '1')
  // Replication is asynchronous; WAIT returns once the replica has it.
  expect(await redis.client.wait(1, 10_000)).toBe(1)
})

afterEach(async () => {
  await redis.close()
  await servers.remove()
})

test('after the master is killed, commands fail as an outage until the replica is elected', async () => {
  await servers.master.kill()
  const errors: unknown[] = []
  await until(async () => {
    const value = await redis.client.get('a').catch((error: unknown) => void errors.push(error))
    return value === '1'
  }, FAILOVER_TIMEOUT_MS)
  expect(errors.length).toBeGreaterThan(0)
  expect(new Set(errors.map((error) => asOutage(error)?.code))).toEqual(new Set(['UNAVAILABLE']))
  await redis.client.set('b', '2')
  expect(await servers.replica.client.get('b')).toBe('2')
})

test('a frozen master is left for the elected one, and is not used again when it wakes up', async () => {
  servers.master.pause()
  await until(
    () =>
      redis.client.set('b', '2').then(
        () => true,
        () => false,
      ),
    FAILOVER_TIMEOUT_MS,
  )
  expect(await servers.replica.client.get('b')).toBe('2')
  servers.master.resume()
  await until(
    async () => (await servers.master.client.info()).includes('role:slave'),
    FAILOVER_TIMEOUT_MS,
  )
  await redis.client.set('c', '3')
  expect(await servers.replica.client.get('c')).toBe('3')
})

test.each(['REDIS_SENTINEL_PASSWORD', 'REDIS_SERVER_PASSWORD'])(
  'the wrong %s is refused',
  async (name) => {
    const other = open({ ...servers.env, [name]: 'wrong' })
    await expect(other.prepare()).rejects.toThrow()
    await other.close()
  },
)
