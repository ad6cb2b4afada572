import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createLog } from './log.ts'
import { openRedis, type RedisDependency } from './redis.ts'
import { startTestRedis, type TestRedis, until } from './testing/fixture.ts'
import { startTickClock } from './testing/tick-clock.ts'

let server: TestRedis
let redis: RedisDependency

beforeAll(async () => {
  server = await startTestRedis()
  redis = openRedis(server.url, createLog('test', 'silent'))
  await redis.prepare()
})

afterAll(async () => {
  await redis.close()
  await server.remove()
})

test('executes commands while the server is up', async () => {
  await redis.client.set('a', '1')
  expect(await redis.client.get('a')).toBe('1')
})

test('fails within 1.5 s while the server is frozen, and reconnects afterwards', async () => {
  server.pause()
  expect(await timeToFailureMs()).toBeLessThan(1_500)
  expect(await timeToFailureMs()).toBeLessThan(1_500)
  server.resume()
  await until(isUp)
})

test('reports a server that responds but refuses writes', async () => {
  await redis.client.config('SET', 'min-replicas-to-write', '1')
  await until(async () => !(await isUp()))
  expect(await redis.client.ping()).toBe('PONG')
  await redis.client.config('SET', 'min-replicas-to-write', '0')
  await until(isUp)
})

test('a time limit factor lengthens the wait for a response', async () => {
  const redisWithLongTimeouts = openRedis(server.url, createLog('test', 'silent'), 2)
  await redisWithLongTimeouts.prepare()
  server.pause()
  const startedAt = performance.now()
  await expect(redisWithLongTimeouts.client.get('a')).rejects.toThrow()
  expect(performance.now() - startedAt).toBeGreaterThan(1_900)
  server.resume()
  await redisWithLongTimeouts.close()
  await until(isUp)
})

test('fails immediately while the server is unreachable, and reconnects afterwards', async () => {
  await server.kill()
  await until(async () => !(await isUp()))
  // Much less than the second that it waits for a response.
  expect(await timeToFailureMs()).toBeLessThan(500)
  await server.start()
  await until(isUp)
})

test('a command in progress when the server dies fails within 1.5 s', async () => {
  server.pause()
  const failureMs = timeToFailureMs()
  await server.kill()
  expect(await failureMs).toBeLessThan(1_500)
  await server.start()
  await until(isUp)
})

test('prepare can be repeated until the server is available', async () => {
  await server.kill()
  const connection = openRedis(server.url, createLog('test', 'silent'))
  await expect(connection.prepare()).rejects.toThrow()
  await server.start()
  await until(() =>
    connection.prepare().then(
      () => true,
      () => false,
    ),
  )
  await connection.close()
})

async function timeToFailureMs(): Promise<number> {
  const clock = startTickClock()
  await expect(redis.client.get('a')).rejects.toThrow()
  return clock.stop()
}

function isUp(): Promise<boolean> {
  return redis.check().then(
    () => true,
    () => false,
  )
}
