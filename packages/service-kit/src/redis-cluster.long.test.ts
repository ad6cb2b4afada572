import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { z } from 'zod'
import { sessionKey } from './auth.ts'
import { createIdempotencyStore } from './calls/idempotency-store.ts'
import { readConfig } from './config.ts'
import { createLimiter, createLimitRefund } from './limit.ts'
import { createLog } from './log.ts'
import { asOutage } from './outage.ts'
import { openRedis, type RedisDependency } from './redis.ts'
import { deleteAll, getAll } from './redis-script.ts'
import { redisAddress, redisEnv } from './redis-settings.ts'
import { until } from './testing/fixture.ts'
import { type RedisCluster, startCluster } from './testing/redis-processes.ts'
import { listScripts, watchScripts } from './testing/redis-scripts.ts'
import { startTickClock } from './testing/tick-clock.ts'

const Env = z.object(redisEnv)

let cluster: RedisCluster
let redis: RedisDependency
let scripts: Awaited<ReturnType<typeof watchScripts>>

beforeAll(async () => {
  cluster = await startCluster()
  scripts = await watchScripts(cluster.nodes.map(({ client }) => client))
  const address = redisAddress(readConfig('test', Env, cluster.env))
  redis = openRedis(address, createLog('test', 'silent'))
  await redis.prepare()
})

afterAll(async () => {
  scripts.stop()
  await redis.close()
  await cluster.remove()
})

test('keys are spread over all nodes, and concurrent commands succeed from the start', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `key-${i}`)
  await Promise.all(names.map((name) => redis.client.set(name, name)))
  expect(await Promise.all(names.map((name) => redis.client.get(name)))).toEqual(names)
  const sizes = await Promise.all(cluster.nodes.map(({ client }) => client.dbsize()))
  expect(Math.min(...sizes)).toBeGreaterThan(50)
})

test('commands on several keys of one account are accepted', async () => {
  const keys = ['a', 'b', 'c'].map((sessionId) => sessionKey({ accountId: 'person', sessionId }))
  for (const key of keys) await redis.client.set(key, key)
  expect(await getAll(redis.client, keys)).toEqual(keys)
  expect(await deleteAll(redis.client, keys)).toBe(3)
})

test('limits of all kinds count and refund the requests of many accounts', async () => {
  const consumeLimit = createLimiter(redis.client, 'test')
  const refundLimit = createLimitRefund(redis.client, 'test')
  const limit = { name: 'l', max: 1, windowSeconds: 60, whenRedisFails: 'closed' } as const
  const rolling = { ...limit, isRolling: true } as const
  for (let i = 0; i < 20; i += 1) {
    const account = `account ${i}`
    for (const each of [limit, rolling]) {
      await consumeLimit(each, account, 1, 'request')
      await consumeLimit(each, account, 1, 'request')
      await expect(consumeLimit(each, account)).rejects.toThrow(/TOO_MANY_REQUESTS/)
    }
    for (const each of [limit, rolling]) {
      await refundLimit(each, account, 1, 'request')
      await consumeLimit(each, account)
    }
  }
  const expected = listScripts('packages/service-kit/src/limit.ts').map(({ name }) => name)
  expect(expected).toHaveLength(4)
  await until(() => expected.every((name) => scripts.names.has(name)))
  expect(await cluster.countCrossSlotErrors()).toBe(0)
})

test('remembered requests of many accounts work', async () => {
  const store = createIdempotencyStore(redis.client, 'test')
  for (let i = 0; i < 20; i += 1) {
    const id = { accountId: `account-${i}`, keyDigest: 'k' }
    const result = await store.claim(id, 'r')
    if (!('claim' in result)) throw new Error('not claimed')
    await store.complete(result.claim, 'done')
    expect(await store.claim(id, 'r')).toEqual({ existing: { request: 'r', result: 'done' } })
    await store.removeAllOf(id.accountId)
  }
  expect(await cluster.countCrossSlotErrors()).toBe(0)
})

test('the Cluster refuses what the helpers refuse', async () => {
  await expect(redis.client.mget('key-1', 'key-2')).rejects.toThrow(/CROSSSLOT/)
  expect(await cluster.countCrossSlotErrors()).toBe(1)
})

test('while a node is frozen, its keys fail as an outage within 1.5 s and others respond', async () => {
  const [, , frozen] = cluster.nodes
  const keyOn = async (node: RedisCluster['nodes'][number] | undefined) =>
    (await node?.client.keys('key-*'))?.[0] ?? ''
  const [there, elsewhere] = [await keyOn(frozen), await keyOn(cluster.nodes[0])]
  frozen?.pause()
  const clock = startTickClock()
  const [error, value] = await Promise.all([
    redis.client.get(there).catch((thrown: unknown) => thrown),
    redis.client.get(elsewhere),
  ])
  expect(clock.stop()).toBeLessThan(1_500)
  expect([asOutage(error)?.code, value]).toEqual(['UNAVAILABLE', elsewhere])
  // Without the node, the Cluster is incomplete, which the service reports.
  await until(async () => !(await isUp()))
  frozen?.resume()
  await until(isUp)
  await until(() =>
    redis.client.get(there).then(
      (found) => found === there,
      () => false,
    ),
  )
})

function isUp(): Promise<boolean> {
  return redis.check().then(
    () => true,
    () => false,
  )
}
