import {
  freePort,
  sharedServiceUrl,
  startTestRedis,
  until,
} from '@inkproof/service-kit/testing/fixture'
import { afterEach, expect, test } from '@jest/globals'
import { startConfiguredProcess, startProcess, startReadyProcess } from './testing/process.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

async function startReady(redisUrl: string) {
  const started = await startReadyProcess({ REDIS_URL: redisUrl })
  cleanups.push(() => started.child.kill('SIGKILL'))
  return started
}

test('the process exits with 0 within 10 s of SIGTERM, even while Redis is frozen', async () => {
  const redis = await startTestRedis()
  const { child, exit } = await startReady(redis.url)
  redis.pause()
  const signalledAt = Date.now()
  child.kill('SIGTERM')
  expect((await exit)[0]).toBe(0)
  expect(Date.now() - signalledAt).toBeLessThan(10_000)
  redis.resume()
  await redis.remove()
})

test('the process exits with 0 on SIGTERM while it still waits for Redis', async () => {
  const REDIS_URL = `redis://127.0.0.1:${await freePort()}`
  const { child, exit, output } = await startConfiguredProcess({ REDIS_URL })
  cleanups.push(() => child.kill('SIGKILL'))
  await until(() => output.text.includes('"msg":"not ready yet"'))
  child.kill('SIGTERM')
  expect((await exit)[0]).toBe(0)
})

test('the process completes requests in progress on SIGTERM, then exits with 0', async () => {
  const { child, exit, origin } = await startReady(sharedServiceUrl('INKPROOF_TEST_REDIS_URL'))
  const inFlight = fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse',
    }),
  })
  // The response to this later request shows that the registration was received.
  await fetch(`${origin}/healthz`)
  child.kill('SIGTERM')
  expect((await inFlight).status).toBe(201)
  expect((await exit)[0]).toBe(0)
})

test('the process does not start without its configuration, and names each missing variable', async () => {
  const { exit, output } = startProcess({ SESSION_KEY: 'hunter2!' })
  expect((await exit)[0]).toBe(1)
  for (const name of [
    'PORT',
    'MONGO_URL',
    'REDIS_URL',
    'SESSION_KEY',
    'SESSION_KEYS',
    'CAPTCHA_KEY',
  ]) {
    expect(output.text).toContain(`${name}:`)
  }
  expect(output.text).not.toContain('hunter2')
})
