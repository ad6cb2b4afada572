import {
  startTestRedis,
  type TestRedis,
  testDatabase,
  until,
} from '@inkproof/service-kit/testing/fixture'
import { openLink, type TestLink } from '@inkproof/service-kit/testing/link'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { person, type Sent, startAuth, type TestAuth } from './testing/start.ts'

let server: TestRedis
let link: TestLink
let auth: TestAuth
const someone = person()
let token: string

beforeAll(async () => {
  server = await startTestRedis()
  link = await openLink(new URL(testDatabase('auth-faults')))
  auth = await startAuth({ redisUrl: server.url, mongoUrl: link.url })
  token = (await auth.register(someone)).body().token
})

afterAll(async () => {
  await auth.stop()
  await link.close()
  await server.remove()
})

const CALLS: [string, () => Promise<Sent>][] = [
  ['me', () => auth.send('GET', '/api/auth/me', undefined, token)],
  ['login', () => auth.send('POST', '/api/auth/login', someone)],
  ['register', () => auth.register()],
  ['logout', () => auth.send('POST', '/api/auth/logout', undefined, token)],
]

test.each(CALLS)(
  'with Redis frozen, %s answers 503 with Retry-After within 2 s',
  async (_name, call) => {
    server.pause()
    await expectUnavailable(call, 2_000)
    server.resume()
    await until(isBack)
  },
)

test.each(CALLS)(
  'with Redis gone, %s answers 503 with Retry-After within 2 s',
  async (_name, call) => {
    await server.kill()
    await expectUnavailable(call, 2_000)
    await server.start()
    await until(isBack)
  },
)

test('a logout that Redis did not receive is not acknowledged', async () => {
  const signedIn = (await auth.send('POST', '/api/auth/login', someone)).body().token
  server.pause()
  expect((await auth.send('POST', '/api/auth/logout', undefined, signedIn)).status).toBe(503)
  server.resume()
  await until(isBack)
})

const WRITES = CALLS.filter(([name]) => name === 'login' || name === 'register')

test.each(WRITES)('with MongoDB unresponsive, %s answers 503 within 3 s', async (_name, call) => {
  link.pause()
  await expectUnavailable(call, 3_000)
  link.resume()
  await until(isBack, 15_000)
})

test.each(WRITES)(
  'with MongoDB gone, %s answers 503 within 3 s, and it works again by itself',
  async (_name, call) => {
    await link.cut()
    await expectUnavailable(call, 3_000)
    await link.restore()
    await until(isBack, 15_000)
  },
)

async function expectUnavailable(call: () => Promise<Sent>, maxMs: number): Promise<void> {
  const startedAt = performance.now()
  const response = await call()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(performance.now() - startedAt).toBeLessThan(maxMs)
}

/** Waits until both stores answer, which a sign-in needs. */
async function isBack(): Promise<boolean> {
  const response = await auth.send('POST', '/api/auth/login', someone)
  if (response.status === 200) token = response.body().token
  return response.status === 200
}
