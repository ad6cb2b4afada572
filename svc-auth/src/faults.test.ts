import {
  startTestRedis,
  type TestRedis,
  testDatabase,
  until,
} from '@inkproof/service-kit/testing/fixture'
import { startTcpProxy, type TcpProxy } from '@inkproof/service-kit/testing/tcp-proxy'
import { startTickClock } from '@inkproof/service-kit/testing/tick-clock'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { person, startAuth, type TestAuth, type TestResponse } from './testing/start.ts'

let redisServer: TestRedis
let mongoProxy: TcpProxy
let auth: TestAuth
const credentials = person()
let token: string

beforeAll(async () => {
  redisServer = await startTestRedis()
  mongoProxy = await startTcpProxy(new URL(testDatabase('auth-faults')))
  auth = await startAuth({
    redisUrl: redisServer.url,
    mongoUrl: mongoProxy.url,
    env: { STORE_TIMEOUT_FACTOR: '1' },
  })
  token = (await auth.register(credentials)).body().token
})

afterAll(async () => {
  await auth.stop()
  await mongoProxy.close()
  await redisServer.remove()
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
    redisServer.pause()
    await expectUnavailable(call, 2_000)
    redisServer.resume()
    await until(areStoresAvailable)
  },
)

test.each(CALLS)(
  '%s returns 503 with Retry-After within 2 s while Redis is down',
  async (_name, call) => {
    await redisServer.kill()
    await expectUnavailable(call, 2_000)
    await redisServer.start()
    await until(areStoresAvailable)
  },
)

test('a logout is not acknowledged while Redis is frozen', async () => {
  const signedIn = (await auth.send('POST', '/api/auth/login', credentials)).body().token
  redisServer.pause()
  expect((await auth.send('POST', '/api/auth/logout', undefined, signedIn)).status).toBe(503)
  redisServer.resume()
  await until(areStoresAvailable)
})

const WRITES = CALLS.filter(([name]) => name === 'login' || name === 'register')

test.each(WRITES)(
  '%s returns 503 within 3 s while MongoDB is unresponsive',
  async (_name, call) => {
    mongoProxy.pause()
    await expectUnavailable(call, 3_000)
    mongoProxy.resume()
    await until(areStoresAvailable)
  },
)

test.each(WRITES)(
  '%s returns 503 within 3 s while MongoDB is down, and recovers afterwards',
  async (_name, call) => {
    mongoProxy.cut()
    await expectUnavailable(call, 3_000)
    mongoProxy.restore()
    await until(areStoresAvailable)
  },
)

async function expectUnavailable(call: () => Promise<TestResponse>, maxMs: number): Promise<void> {
  const clock = startTickClock()
  const response = await call()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(clock.stop()).toBeLessThan(maxMs)
}

/** Whether Redis and MongoDB work again: a sign-in needs both. */
async function areStoresAvailable(): Promise<boolean> {
  const response = await auth.send('POST', '/api/auth/login', credentials)
  if (response.status === 200) token = response.body().token
  return response.status === 200
}
