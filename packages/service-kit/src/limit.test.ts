import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Request } from 'express'
import { type ConsumeLimit, clientAddress, createLimiter, type Limit } from './limit.ts'
import { createLog } from './log.ts'
import { openRedis, type RedisPart } from './redis.ts'
import { startTestRedis, type TestRedis, until } from './testing/fixture.ts'

const LIMIT: Limit = { name: 'try', max: 3, windowSeconds: 60, whenRedisFails: 'closed' }

let server: TestRedis
let redis: RedisPart
let take: ConsumeLimit

beforeAll(async () => {
  server = await startTestRedis()
  redis = openRedis(server.url, createLog('test', 'silent'))
  await redis.prepare()
  take = createLimiter(redis.client, 'test')
})

afterAll(async () => {
  await redis.close()
  await server.remove()
})

test('refuses what exceeds the limit, even concurrently, and says how long to wait', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => take(LIMIT, 'same')))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused).toHaveLength(7)
  expect(refused[0]?.reason).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    details: { retryAfterSeconds: 60 },
  })
})

test('counts the given amount, and nothing that is refused', async () => {
  await take(LIMIT, 'many', 2)
  await expect(take(LIMIT, 'many', 2)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await take(LIMIT, 'many')
  await expect(take(LIMIT, 'many')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await expect(take(LIMIT, 'never', 4)).rejects.toMatchObject({
    details: { retryAfterSeconds: 1 },
  })
})

test('counts each key and each limit separately', async () => {
  for (let call = 0; call < 3; call++) await take(LIMIT, 'one')
  await take(LIMIT, 'two')
  await take({ ...LIMIT, name: 'other' }, 'one')
  await expect(take(LIMIT, 'one')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('allows calls again when the window ends', async () => {
  const short = { ...LIMIT, name: 'short', windowSeconds: 0.2 }
  await Promise.allSettled(Array.from({ length: 5 }, () => take(short, 'x')))
  await until(
    () =>
      take(short, 'x').then(
        () => true,
        () => false,
      ),
    2_000,
  )
})

test('stores no address in Redis in plain text', async () => {
  await take(LIMIT, 'ann@example.com')
  expect((await redis.client.keys('*')).join()).not.toContain('ann')
})

test('with Redis frozen, public reads pass within 300 ms and guessable calls are refused', async () => {
  server.pause()
  const startedAt = performance.now()
  await take({ ...LIMIT, whenRedisFails: 'open' }, 'x')
  expect(performance.now() - startedAt).toBeLessThan(350)
  await expect(take(LIMIT, 'x')).rejects.toThrow(/timed out/)
  server.resume()
  await until(() =>
    redis.check().then(
      () => true,
      () => false,
    ),
  )
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
])('counts the address %s as %s', (ip, counted) => {
  expect(clientAddress({ ip } as Request)).toBe(counted)
})
