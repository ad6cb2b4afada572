import {
  startTestRedis,
  type TestRedis,
  testDatabase,
  until,
} from '@inkproof/service-kit/testing/fixture'
import { openLink, type TestLink } from '@inkproof/service-kit/testing/link'
import { startTickClock } from '@inkproof/service-kit/testing/tick-clock'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { person, startAuth, type TestAuth, type TestResponse } from './testing/start.ts'

let server: TestRedis
let link: TestLink
let auth: TestAuth
const credentials = person()
let token: string

beforeAll(async () => {
  server = await startTestRedis()
  link = await openLink(new URL(testDatabase('auth-faults')))
  auth = await startAuth({
    redisUrl: server.url,
    mongoUrl: link.url,
    env: { STORE_TIMEOUT_FACTOR: '1' },
  })
  token = (await auth.register(credentials)).body().token
})

afterAll(async () => {
  await auth.stop()
  await link.close()
  await server.remove()
})

const CALLS: [string, () => Promise<TestResponse>][] = [
  ['me', () => auth.send('GET', '/api/auth/me', undefined, token)],
  ['login', () => auth.send('POST', '/api/auth/login', credentials)],
  ['register', () => auth.register()],
  ['logout', () => auth.send('POST', '/api/auth/logout', undefined, token)],
]

test.each(CALLS)(
  '%s returns 503 with Retry-After within 2 s while Redis is frozen',
  async (_name, call) => {
    server.pause()
    await expectUnavailable(call, 2_000)
    server.resume()
    await until(isBack)
  },
)

test.each(CALLS)(
  '%s returns 503 with Retry-After within 2 s while Redis is down',
  async (_name, call) => {
    await server.kill()
    await expectUnavailable(call, 2_000)
    await server.start()
    await until(isBack)
  },
)

test('a logout is not acknowledged while Redis is frozen', async () => {
  const signedIn = (await auth.send('POST', '/api/auth/login', credentials)).body().token
  server.pause()
  expect((await auth.send('POST', '/api/auth/logout', undefined, signedIn)).status).toBe(503)
  server.resume()
  await until(isBack)
})

const WRITES = CALLS.filter(([name]) => name === 'login' || name === 'register')

test.each(WRITES)(
  '%s returns 503 within 3 s while MongoDB is unresponsive',
  async (_name, call) => {
    link.pause()
    await expectUnavailable(call, 3_000)
    link.resume()
    await until(isBack)
  },
)

test.each(WRITES)(
  '%s returns 503 within 3 s while MongoDB is down, and recovers by itself',
  async (_name, call) => {
    await link.cut()
    await expectUnavailable(call, 3_000)
    await link.restore()
    await until(isBack)
  },
)

async function expectUnavailable(call: () => Promise<TestResponse>, maxMs: number): Promise<void> {
  const clock = startTickClock()
  const response = await call()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(clock.stop()).toBeLessThan(maxMs)
}

/** Whether both stores work again: a sign-in needs both. */
async function isBack(): Promise<boolean> {
  const response = await auth.send('POST', '/api/auth/login', credentials)
  if (response.status === 200) token = response.body().token
  return response.status === 200
}
