import { sharedPart, startTestRedis } from '@inkproof/service-kit/testing/fixture'
import { afterEach, expect, test } from '@jest/globals'
import { startProcess, startReadyProcess } from './testing/process.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function startReady(redisUrl: string) {
  const started = await startReadyProcess({ REDIS_URL: redisUrl })
  ends.push(() => started.child.kill('SIGKILL'))
  return started
}

test('exits with 0 on SIGTERM within 10 s, even while Redis is frozen', async () => {
  const redis = await startTestRedis()
  const { child, exit } = await startReady(redis.url)
  redis.pause()
  const asked = Date.now()
  child.kill('SIGTERM')
  expect((await exit)[0]).toBe(0)
  expect(Date.now() - asked).toBeLessThan(10_000)
  redis.resume()
  await redis.remove()
})

test('exits with 0 on SIGTERM, after answering requests in progress', async () => {
  const { child, exit, origin } = await startReady(sharedPart('INKPROOF_TEST_REDIS_URL'))
  const inFlight = fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse',
    }),
  })
  // Answered after the registration was received.
  await fetch(`${origin}/healthz`)
  child.kill('SIGTERM')
  expect((await inFlight).status).toBe(201)
  expect((await exit)[0]).toBe(0)
})

test('without its configuration it does not start, and names each variable', async () => {
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
