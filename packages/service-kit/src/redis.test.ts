import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createLog } from './log.ts'
import { openRedis, type RedisPart } from './redis.ts'
import { startTestRedis, type TestRedis, until } from './testing/fixture.ts'

let server: TestRedis
let redis: RedisPart

beforeAll(async () => {
  server = await startTestRedis()
  redis = openRedis(server.url, createLog('test', 'silent'))
  await redis.prepare()
})

afterAll(async () => {
  await redis.close()
  await server.remove()
})

test('answers while the server answers', async () => {
  await redis.client.set('a', '1')
  expect(await redis.client.get('a')).toBe('1')
})

test('a frozen server is reported within 1.5 s, and used again afterwards', async () => {
  server.pause()
  expect(await refusalTimeMs()).toBeLessThan(1_500)
  expect(await refusalTimeMs()).toBeLessThan(1_500)
  server.resume()
  await until(isUp)
})

test('an unreachable server is reported at once, and used again afterwards', async () => {
  await server.kill()
  await until(async () => !(await isUp()))
  expect(await refusalTimeMs()).toBeLessThan(200)
  await server.start()
  await until(isUp)
})

test('a command in progress when the server dies fails within 1.5 s', async () => {
  server.pause()
  const waiting = refusalTimeMs()
  await server.kill()
  expect(await waiting).toBeLessThan(1_500)
  await server.start()
  await until(isUp)
})

test('prepare can be repeated until the server is available', async () => {
  await server.kill()
  const early = openRedis(server.url, createLog('test', 'silent'))
  await expect(early.prepare()).rejects.toThrow()
  await server.start()
  await until(() =>
    early.prepare().then(
      () => true,
      () => false,
    ),
  )
  await early.close()
})

async function refusalTimeMs(): Promise<number> {
  const startedAt = performance.now()
  await expect(redis.client.get('a')).rejects.toThrow()
  return performance.now() - startedAt
}

function isUp(): Promise<boolean> {
  return redis.check().then(
    () => true,
    () => false,
  )
}
