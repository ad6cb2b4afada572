import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  freePort,
  sharedPart,
  startTestRedis,
  testDatabase,
  until,
} from '@inkproof/service-kit/testing/fixture'
import { makeSessionKey } from '@inkproof/service-kit/testing/session-key'
import { afterEach, expect, test } from '@jest/globals'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => (output.text += bytes))
  started.push(child)
  return { child, output, exit: once(child, 'exit') }
}

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

async function startReady(redisUrl: string) {
  const key = makeSessionKey()
  const port = await freePort()
  const service = start({
    PORT: `${port}`,
    HOST: '127.0.0.1',
    MONGO_URL: testDatabase('auth-main'),
    REDIS_URL: redisUrl,
    SESSION_KEY: key.privateJwk,
    SESSION_KEYS: key.publicJwks,
    CAPTCHA_KEY: 'a test secret of at least 32 characters',
    AUTH_KEY: Buffer.alloc(32, 7).toString('base64url'),
    SMTP_URL: sharedPart('INKPROOF_TEST_SMTP_URL'),
    CHAIN_URL: sharedPart('INKPROOF_TEST_CHAIN_URL'),
  })
  await until(() => service.output.text.includes('"msg":"ready"'), 20_000)
  return { ...service, port }
}

test('ends with 0 on SIGTERM within 10 s, also while Redis is frozen', async () => {
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

test('ends with 0 on SIGTERM, after the answers in flight', async () => {
  const { child, exit, port } = await startReady(sharedPart('INKPROOF_TEST_REDIS_URL'))
  const inFlight = fetch(`http://127.0.0.1:${port}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse',
    }),
  })
  // Answered after the registration was received.
  await fetch(`http://127.0.0.1:${port}/healthz`)
  child.kill('SIGTERM')
  expect((await inFlight).status).toBe(201)
  expect((await exit)[0]).toBe(0)
})

test('without its configuration it does not start, and names each variable', async () => {
  const { exit, output } = start({ SESSION_KEY: 'hunter2!' })
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
