import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { createLog } from '../log.ts'
import { openRedis } from '../redis.ts'
import { startTestRedis, type TestRedis } from '../testing/fixture.ts'
import {
  type Claim,
  createIdempotencyStore,
  type KeyId,
  MAX_KEYS_PER_ACCOUNT,
} from './idempotency-store.ts'

let server: TestRedis
let redis: Redis
beforeAll(async () => {
  server = await startTestRedis()
  redis = new Redis(server.url)
})
afterAll(async () => {
  redis.disconnect()
  await server.remove()
})

let accounts = 0
function setup() {
  accounts += 1
  let nowMs = Date.now()
  const store = createIdempotencyStore(redis, 'test', () => nowMs)
  const id = { accountId: `account${accounts}`, keyDigest: 'k1' }
  const claim = async (key: KeyId = id): Promise<Claim> => {
    const claimed = await store.claim(key, 'r1')
    if ('existing' in claimed) throw new Error(JSON.stringify(claimed))
    return claimed.claim
  }
  const advance = (ms: number) => {
    nowMs += ms
  }
  return { id, store, claim, advance }
}

test('a request that fails after its reservation expired does not affect a newer reservation', async () => {
  const { id, store, claim, advance } = setup()
  const slow = await claim()
  advance(60_000)
  const { token } = await claim()
  await store.release(slow, false)
  expect(await store.claim(id, 'r1')).toMatchObject({ existing: { token } })
})

test('a request that completes after its reservation expired does not affect a newer reservation', async () => {
  const { id, store, claim, advance } = setup()
  const slow = await claim()
  advance(60_000)
  const newer = await claim()
  await store.complete(slow, 'first')
  expect(await store.claim(id, 'r1')).toMatchObject({ existing: { token: newer.token } })
  await store.complete(newer, 'second')
  expect(await store.claim(id, 'r1')).toEqual({ existing: { request: 'r1', result: 'second' } })
})

test('a key stays reserved for a minute, and a completed request is remembered for 24 hours', async () => {
  const { id, store, claim, advance } = setup()
  const first = await claim()
  advance(59_999)
  expect(await store.claim(id, 'r1')).toHaveProperty('existing')
  await store.complete(first)
  advance(24 * 60 * 60 * 1_000 - 1)
  expect(await store.claim(id, 'r1')).toHaveProperty('existing')
  advance(1)
  await claim()
  expect(await redis.hlen(`idempotency:{test:${id.accountId}}`)).toBe(1)
})

test('a failure after the effect does not release the key', async () => {
  const { id, store, claim } = setup()
  const claimed = await claim()
  await store.complete(claimed, 'result')
  await store.release(claimed, false)
  expect(await store.claim(id, 'r1')).toMatchObject({ existing: { result: 'result' } })
})

test('a request that may have taken effect is attempted again with the same effect ID', async () => {
  const { store, claim, advance } = setup()
  const first = await claim()
  await store.release(first, true)
  const second = await claim()
  expect([second.effectId, second.token === first.token]).toEqual([first.effectId, false])
  advance(60_000)
  expect((await claim()).effectId).toBe(first.effectId)
})

test('a key whose request was interrupted by a crash is refused for another request', async () => {
  const { id, store, claim, advance } = setup()
  await claim()
  advance(60_000)
  expect(await store.claim(id, 'r2')).toMatchObject({ existing: { request: 'r1' } })
})

test('a reservation whose response was lost is released once Redis responds again', async () => {
  const { id } = setup()
  const dependency = openRedis(server.url, createLog('test', 'silent'))
  await dependency.prepare()
  const store = createIdempotencyStore(dependency.client, 'test')
  server.pause()
  await expect(store.claim(id, 'r1')).rejects.toThrow(/timed out/)
  server.resume()
  expect(await store.claim(id, 'r2')).toHaveProperty('claim')
  await dependency.close()
})

test('an account has a limited number of keys; a further one replaces the oldest', async () => {
  const { id, store, claim, advance } = setup()
  const keys = Array.from({ length: MAX_KEYS_PER_ACCOUNT + 1 }, (_, i) => ({
    ...id,
    keyDigest: `k${i}`,
  }))
  for (const [i, key] of keys.entries()) {
    if (i % 1_000 === 0) advance(1)
    await claim(key)
  }
  expect(await redis.hlen(`idempotency:{test:${id.accountId}}`)).toBe(MAX_KEYS_PER_ACCOUNT)
  expect(await redis.zcard(`idempotency-expiry:{test:${id.accountId}}`)).toBe(MAX_KEYS_PER_ACCOUNT)
  expect(await store.claim({ ...id, keyDigest: 'k1' }, 'r1')).toHaveProperty('existing')
  await claim({ ...id, keyDigest: 'k0' })
})

test('stores nothing for a request that completes after its account was deleted', async () => {
  const { id, store, claim } = setup()
  const claimed = await claim()
  await store.removeAllOf(id.accountId)
  await store.complete(claimed, 'result')
  expect(await redis.keys(`*${id.accountId}*`)).toEqual([])
})

test('all data expires 24 hours after the last request', async () => {
  const { id, store, claim } = setup()
  const hoursLeft = async () => {
    const keys = (await redis.keys(`*:${id.accountId}}`)).sort()
    return Promise.all(keys.map(async (key) => Math.ceil((await redis.pttl(key)) / 3_600_000)))
  }
  const claimed = await claim()
  expect(await hoursLeft()).toEqual([24, 24])
  for (const key of await redis.keys(`*:${id.accountId}}`)) await redis.expire(key, 60)
  await store.complete(claimed)
  expect(await hoursLeft()).toEqual([24, 24])
})
