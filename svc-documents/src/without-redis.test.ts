import type { Readiness } from '@inkproof/protocol/health'
import type { RunningService } from '@inkproof/service-kit/service'
import { startTestRedis, type TestRedis } from '@inkproof/service-kit/testing/fixture'
import { AS_OPERATOR } from '@inkproof/service-kit/testing/operator'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { startApi, startLog } from './roles.ts'
import { mineConfirmations } from './testing/chain.ts'
import { createClient, randomFingerprint, until } from './testing/client.ts'
import { type Installation, makeInstallation } from './testing/installation.ts'

let redis: TestRedis
let installation: Installation
let api: RunningService

beforeEach(async () => {
  redis = await startTestRedis()
  await redis.kill()
  installation = await makeInstallation({ REDIS_URL: redis.url })
  api = await startApi(installation.api)
})

afterEach(async () => {
  await api.stop()
  await installation.remove()
  await redis.remove()
})

async function readiness(): Promise<{ status: number; waitsFor: string[] }> {
  const response = await fetch(`http://127.0.0.1:${api.port}/readyz`, AS_OPERATOR)
  const { dependencies } = (await response.json()) as Readiness
  const waiting = dependencies.filter(({ ready }) => !ready)
  return { status: response.status, waitsFor: waiting.map(({ name }) => name) }
}

test('the `api` role starts without Redis, reports it in /readyz, and becomes ready once Redis is available', async () => {
  expect((await fetch(`http://127.0.0.1:${api.port}/healthz`)).status).toBe(200)
  await until(readiness, ({ waitsFor }) => waitsFor.join() === 'redis')
  expect((await readiness()).status).toBe(503)
  await redis.start()
  await until(readiness, ({ status }) => status === 200)
})

test('the `log` role signs and anchors without notifications', async () => {
  const installationWithRedis = await makeInstallation()
  const withRedis = await startApi(installationWithRedis.api)
  const withoutRedis = await startLog({ ...installationWithRedis.log, REDIS_URL: redis.url })
  const blocks = mineConfirmations(installationWithRedis.chainUrl)
  await withRedis.ready
  const client = createClient(withRedis.port)
  const { index } = await client.certify(await installationWithRedis.signIn())
  await until(client.heads, ({ settled }) => (settled?.size ?? 0) > index)
  blocks.stop()
  await withoutRedis.stop()
  await withRedis.stop()
  await installationWithRedis.remove()
})

test('without Redis, public data is served, and requests that need a session get a 503 with Retry-After', async () => {
  await api.ready
  const client = createClient(api.port)
  const read = await client.request('POST', '/lookup', { fingerprint: randomFingerprint() })
  expect([read.status, await read.json()]).toEqual([200, { certificates: [] }])
  expect((await client.request('GET', '/log/heads')).status).toBe(200)
  const token = await installation.signIn()
  const refused = await client.request('GET', '/certificates', undefined, token)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
})
