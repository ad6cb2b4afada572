import type { Readiness } from '@inkproof/protocol/health'
import { startTestRedis, type TestRedis, until } from '@inkproof/service-kit/testing/fixture'
import { AS_OPERATOR } from '@inkproof/service-kit/testing/operator'
import { startTickClock } from '@inkproof/service-kit/testing/tick-clock'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { makeReleases, SLICE, startReports, visitOf } from './testing/reports.ts'

let redis: TestRedis
let releases: Awaited<ReturnType<typeof makeReleases>>
let api: Awaited<ReturnType<typeof startReports>>

beforeEach(async () => {
  redis = await startTestRedis()
  releases = await makeReleases()
})
afterEach(async () => {
  await api.stop()
  await releases.remove()
  await redis.remove()
})

const start = () => startReports({ REDIS_URL: redis.url, RELEASES_DIR: releases.folder })

async function readiness() {
  const response = await fetch(`${api.origin}/readyz`, AS_OPERATOR)
  const { dependencies } = (await response.json()) as Readiness
  const missing = dependencies.filter(({ ready }) => !ready).map(({ name }) => name)
  return { status: response.status, missing }
}

test('starts without Redis, serves texts, is ready, and counts reports once Redis is available', async () => {
  await redis.kill()
  api = await start()
  expect((await fetch(`${api.origin}/api/content/pages/about`)).status).toBe(200)
  expect(await readiness()).toEqual({ status: 200, missing: ['redis'] })
  const refused = await api.send([visitOf(SLICE)])
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await fetch(`${api.origin}/api/content/browser-reports`)).status).toBe(503)
  await redis.start()
  await until(async () => (await api.send([visitOf(SLICE)])).status === 204)
  expect((await api.counts()).parts[0]?.visits).toBe(1)
})

test('when Redis hangs, texts are served, and reports get a 503 within seconds', async () => {
  api = await start()
  redis.pause()
  expect((await fetch(`${api.origin}/api/content/pages/about`)).status).toBe(200)
  const clock = startTickClock()
  expect((await api.send([visitOf(SLICE)])).status).toBe(503)
  expect((await fetch(`${api.origin}/api/content/browser-reports`)).status).toBe(503)
  expect(clock.stop()).toBeLessThan(4000)
  redis.resume()
})
