import { connectRedis } from '@inkproof/service-kit/redis-connection'
import { redisAddress } from '@inkproof/service-kit/redis-settings'
import { startTestRedis, type TestRedis } from '@inkproof/service-kit/testing/fixture'
import { startCluster } from '@inkproof/service-kit/testing/redis-processes'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { contentConfig } from '../config.ts'
import { SLICE, visitOf } from '../testing/reports.ts'
import { createReportStore } from './report-store.ts'

const HOUR_MS = 60 * 60 * 1000
const NOON_MS = Date.UTC(2026, 10, 1, 12)

let server: TestRedis
let redis: ReturnType<typeof connectRedis>
let nowMs: number

beforeAll(async () => {
  server = await startTestRedis()
  redis = connectRedis(server.url, {}, true)
})
afterAll(async () => {
  redis.disconnect()
  await server.remove()
})
beforeEach(async () => {
  nowMs = NOON_MS
  await redis.flushall()
})

test('adds up the current hour and the 23 hours before it', async () => {
  const store = createReportStore(redis, () => new Date(nowMs))
  await store.add([visitOf(SLICE)])
  nowMs = NOON_MS + HOUR_MS - 1
  await store.add([visitOf(SLICE)])
  nowMs = NOON_MS + 23 * HOUR_MS
  await store.add([visitOf(SLICE)])
  const counts = await store.read()
  expect(counts.since).toBe('2026-11-01T12:00:00.000Z')
  expect(counts.parts[0]?.visits).toBe(3)
  nowMs += HOUR_MS
  const later = await store.read()
  expect(later.since).toBe('2026-11-01T13:00:00.000Z')
  expect(later.parts[0]?.visits).toBe(1)
  nowMs += 24 * HOUR_MS
  expect((await store.read()).parts).toEqual([])
})

test('counts on all nodes of a Cluster', async () => {
  const cluster = await startCluster()
  const settings = contentConfig({ PORT: '0', RELEASES_DIR: 'no-such-folder', ...cluster.env })
  const client = connectRedis(redisAddress(settings), {}, true)
  const store = createReportStore(client, () => new Date(nowMs))
  for (let hour = 0; hour < 24; hour += 1) {
    nowMs = NOON_MS + hour * HOUR_MS
    await store.add([visitOf(SLICE)])
  }
  expect((await store.read()).parts[0]?.visits).toBe(24)
  for (const node of cluster.nodes) expect(await node.client.dbsize()).toBeGreaterThan(0)
  expect(await cluster.countCrossSlotErrors()).toBe(0)
  client.disconnect()
  await cluster.remove()
})
