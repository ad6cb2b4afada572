import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Request } from 'express'
import type { AppError } from './app-error.ts'
import {
  type ConsumeLimit,
  clientAddress,
  createLimiter,
  createLimitRefund,
  type Limit,
} from './limit.ts'
import { createLog } from './log.ts'
import { openRedis, type RedisDependency } from './redis.ts'
import { startTestRedis, type TestRedis, until } from './testing/fixture.ts'
import { makeCallsOlder } from './testing/rolling-limit.ts'
import { startTickClock } from './testing/tick-clock.ts'

const LIMIT: Limit = { name: 'try', max: 3, windowSeconds: 60, whenRedisFails: 'closed' }

let server: TestRedis
let redis: RedisDependency
let consumeLimit: ConsumeLimit

beforeAll(async () => {
  server = await startTestRedis()
  redis = openRedis(server.url, createLog('test', 'silent'))
  await redis.prepare()
  consumeLimit = createLimiter(redis.client, 'test')
})

afterAll(async () => {
  await redis.close()
  await server.remove()
})

test('rejects calls above the limit, even concurrent ones, and returns how long to wait', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => consumeLimit(LIMIT, 'same')),
  )
  const rejected = results.filter((result) => result.status === 'rejected')
  expect(rejected).toHaveLength(7)
  expect(rejected[0]?.reason).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    details: { retryAfterSeconds: 60 },
  })
})

test('counts the given amount, but not rejected calls', async () => {
  await consumeLimit(LIMIT, 'many', 2)
  await expect(consumeLimit(LIMIT, 'many', 2)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await consumeLimit(LIMIT, 'many')
  await expect(consumeLimit(LIMIT, 'many')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await expect(consumeLimit(LIMIT, 'never', 4)).rejects.toMatchObject({
    details: { retryAfterSeconds: 1 },
  })
})

test('counts a request once in each window, however often it is repeated', async () => {
  const short = { ...LIMIT, name: 'repeated', windowSeconds: 1 }
  const repeat = () => consumeLimit(short, 'ann', 2, 'request-1')
  await Promise.all([repeat(), repeat(), repeat()])
  await consumeLimit(short, 'ann', 1, 'request-2')
  await repeat()
  await expect(consumeLimit(short, 'ann', 1, 'request-3')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  // In the next window, it is counted again.
  await until(() =>
    consumeLimit(short, 'ann', 2, 'request-1').then(
      () =>
        consumeLimit(short, 'ann', 2).then(
          () => false,
          () => true,
        ),
      () => false,
    ),
  )
})

test('a rejected request is not remembered as counted', async () => {
  await consumeLimit(LIMIT, 'bob', 2)
  const send = () => consumeLimit(LIMIT, 'bob', 2, 'too-many')
  await expect(send()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await expect(send()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('a refund undoes what was counted, and nothing else', async () => {
  const refund = createLimitRefund(redis.client, 'test')
  await consumeLimit(LIMIT, 'refunded', 3)
  await refund(LIMIT, 'refunded', 2)
  await consumeLimit(LIMIT, 'refunded', 2)
  await expect(consumeLimit(LIMIT, 'refunded')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  // The window has ended: a refund must not allow more calls in the next one.
  await refund(LIMIT, 'new', 2)
  await consumeLimit(LIMIT, 'new', 3)
  await expect(consumeLimit(LIMIT, 'new')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  // Of a request, only what was counted is undone, and only once.
  await consumeLimit(LIMIT, 'twice', 2, 'request')
  await refund(LIMIT, 'twice', 2, 'request')
  await refund(LIMIT, 'twice', 2, 'request')
  await consumeLimit(LIMIT, 'twice', 3, 'request')
  await expect(consumeLimit(LIMIT, 'twice')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('counts each key and each limit separately', async () => {
  for (let call = 0; call < 3; call++) await consumeLimit(LIMIT, 'one')
  await consumeLimit(LIMIT, 'two')
  await consumeLimit({ ...LIMIT, name: 'other' }, 'one')
  await expect(consumeLimit(LIMIT, 'one')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('allows calls again when the window ends', async () => {
  const short = { ...LIMIT, name: 'short', windowSeconds: 0.2 }
  const calls = Array.from({ length: 5 }, () => consumeLimit(short, 'x'))
  const results = await Promise.allSettled(calls)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2)
  await until(() =>
    consumeLimit(short, 'x').then(
      () => true,
      () => false,
    ),
  )
})

test('counts the calls of a rolling limit for the whole window, each from its own time', async () => {
  const rolling: Limit = { ...LIMIT, name: 'rolling', windowSeconds: 3_600, isRolling: true }
  const consume = (amount?: number) => consumeLimit(rolling, 'x', amount)
  const makeOlder = (minutes: number) =>
    makeCallsOlder(redis.client, ['test', rolling, 'x'], minutes)
  await untilSliceIsNew()
  await consume()
  await makeOlder(50)
  await consume(2)
  expect(await minutesToWait(consume())).toBe(10)
  // The first call is now older than the window, the other two are not.
  await makeOlder(20)
  await consume()
  expect(await minutesToWait(consume())).toBe(40)
  expect(await minutesToWait(consume(3))).toBe(60)
  await makeOlder(50)
  await consume(2)
  expect(await minutesToWait(consume())).toBe(10)
  await expect(consumeLimit(rolling, 'y', 4)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('allows no more concurrent calls than a rolling limit', async () => {
  const rolling: Limit = { ...LIMIT, name: 'rolling-concurrent', isRolling: true }
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => consumeLimit(rolling, 'same')),
  )
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7)
})

test('a refund of a rolling limit undoes a call in the slice in which it was counted, and only once', async () => {
  const rolling: Limit = { ...LIMIT, name: 'rolling-refund', windowSeconds: 3_600, isRolling: true }
  const consume = (amount: number, request: string) => consumeLimit(rolling, 'x', amount, request)
  const refund = createLimitRefund(redis.client, 'test')
  await untilSliceIsNew()
  await consume(2, 'a')
  await consume(2, 'a')
  await consume(1, 'b')
  await expect(consume(1, 'c')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await refund(rolling, 'x', 2, 'a')
  await refund(rolling, 'x', 2, 'a')
  await refund(rolling, 'x', 1, 'never counted')
  await consume(2, 'a')
  expect(await minutesToWait(consume(1, 'c'))).toBe(60)
})

/** Slices of an hour begin with each minute. Waits for the next one if the current one is about to end. */
async function untilSliceIsNew(): Promise<void> {
  await until(() => Date.now() % 60_000 < 55_000)
}

/** Returns the whole minutes after which a refused call can be repeated; a call is counted for up to a minute more. */
async function minutesToWait(call: Promise<void>): Promise<number> {
  const error: AppError = await call.then(
    () => Promise.reject(new Error('the call was allowed')),
    (reason) => reason,
  )
  return Math.floor(((error.details.retryAfterSeconds ?? 0) - 1) / 60)
}

test('stores no address in Redis in plain text', async () => {
  await consumeLimit(LIMIT, 'ann@example.com')
  expect((await redis.client.keys('*')).join()).not.toContain('ann')
})

test('while Redis is frozen, public reads are allowed within 350 ms and other calls are rejected', async () => {
  server.pause()
  const clock = startTickClock()
  await consumeLimit({ ...LIMIT, whenRedisFails: 'open' }, 'x')
  expect(clock.stop()).toBeLessThan(350)
  await expect(consumeLimit(LIMIT, 'x')).rejects.toThrow(/timed out/)
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
