/** Tests every call of the service while Redis or MongoDB is down. The list of calls comes from the service. */
import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { openRedis } from '@inkproof/service-kit/redis'
import {
  startTestRedis,
  type TestRedis,
  testDatabase,
  until,
} from '@inkproof/service-kit/testing/fixture'
import { startTcpProxy, type TcpProxy } from '@inkproof/service-kit/testing/tcp-proxy'
import { startTickClock } from '@inkproof/service-kit/testing/tick-clock'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { composeAuth } from './features.ts'
import { validBodies } from './testing/bodies.ts'
import { person, startAuth, type TestAuth } from './testing/start.ts'

let redisServer: TestRedis
let mongoProxy: TcpProxy
let auth: TestAuth
let token: string
const credentials = person()

beforeAll(async () => {
  redisServer = await startTestRedis()
  mongoProxy = await startTcpProxy(new URL(testDatabase('auth-outage')))
  auth = await startAuth({
    redisUrl: redisServer.url,
    mongoUrl: mongoProxy.url,
    env: { STORE_TIMEOUT_FACTOR: '1' },
  })
  await auth.register(credentials)
})

beforeEach(async () => {
  await until(areStoresAvailable)
})

afterAll(async () => {
  await auth.stop()
  await mongoProxy.close()
  await redisServer.remove()
})

/** Public calls, which work without Redis. */
const WORKS_WITHOUT_REDIS = [
  'GET /api/auth/options',
  'GET /api/auth/captcha',
  'GET /api/auth/openapi.json',
  'GET /api/auth/pictures/x',
  'GET /api/auth/logos/x',
]

/** Calls that need only Redis, or reject the test's request before reading an account. */
const WORKS_WITHOUT_MONGODB = [
  'DELETE /api/auth/sessions/x',
  'GET /api/auth/captcha',
  'GET /api/auth/openapi.json',
  'GET /api/auth/options',
  'GET /api/auth/sessions',
  'POST /api/auth/login/passkey',
  'POST /api/auth/login/passkey/options',
  'POST /api/auth/login/second-factor',
  'POST /api/auth/logout',
  'POST /api/auth/passkeys',
  'POST /api/auth/practice-wallet',
  'POST /api/auth/prove/wallet',
  'POST /api/auth/register/passkey',
  'POST /api/auth/siwe-message',
  'POST /api/auth/wallet-auth',
  'POST /api/auth/wallets',
]

/** Called last, because they end the session, and later calls would be rejected before they need a store. */
const ENDS_SESSIONS = ['DELETE /api/auth/sessions', 'POST /api/auth/logout']

/** Valid values for parameters for which `x` would be rejected as malformed. Each pattern matches one such `x`. */
const VALID_PARAMETERS: readonly [RegExp, string][] = [
  [/(?<=\/(pictures|logos)\/)x$/, 'A'.repeat(22)],
  [/(?<=\/wallets\/)x$/, `0x${'a'.repeat(40)}`],
  [/(?<=\/workspaces\/)x\b/, 'A'.repeat(22)],
]

test('more than 50 calls are tested, among them those that work without Redis', () => {
  expect(listCalls().length).toBeGreaterThan(50)
  expect(listCalls()).toEqual(
    expect.arrayContaining(['POST /api/auth/login', ...WORKS_WITHOUT_REDIS]),
  )
})

test.each([
  ['frozen', () => redisServer.pause(), () => redisServer.resume()],
  ['down', () => redisServer.kill(), () => redisServer.start()],
])(
  'every call responds within 2 s while Redis is %s, and none reports the session as ended',
  async (_state, takeDown, restore) => {
    const results = await whileDown(takeDown, restore, () => makeAllCalls(2_000))
    for (const { call, status, retryAfter } of results) {
      if (!WORKS_WITHOUT_REDIS.includes(call)) expect([call, status]).toEqual([call, 503])
      if (status === 503) expect([call, Number(retryAfter) > 0]).toEqual([call, true])
      expect([call, [401, 500, 502, 504].includes(status)]).toEqual([call, false])
    }
  },
)

test.each([
  ['hanging', () => mongoProxy.pause(), () => mongoProxy.resume()],
  ['down', () => mongoProxy.cut(), () => mongoProxy.restore()],
])(
  'every call responds within 3 s while MongoDB is %s, and the only 5xx status is 503',
  async (_state, takeDown, restore) => {
    const results = await whileDown(takeDown, restore, () => makeAllCalls(3_000))
    for (const { call, status } of results)
      expect([call, status === 503 || status < 500]).toEqual([call, true])
    const succeeded = results.filter(({ status }) => status !== 503).map(({ call }) => call)
    expect(succeeded.sort()).toEqual([...WORKS_WITHOUT_MONGODB].sort())
  },
)

type Step = () => void | Promise<void>

async function whileDown<T>(takeDown: Step, restore: Step, run: () => Promise<T>): Promise<T> {
  await takeDown()
  try {
    return await run()
  } finally {
    await restore()
  }
}

type CallResult = { call: string; status: number; retryAfter: string | null }

/** Makes every call, a few at a time, so that the calls do not slow each other down. */
async function makeAllCalls(maxMs: number): Promise<CallResult[]> {
  const first = listCalls().filter((call) => !ENDS_SESSIONS.includes(call))
  const results: CallResult[] = []
  while (first.length > 0)
    results.push(...(await makeCallsConcurrently(first.splice(0, 12), maxMs)))
  for (const call of ENDS_SESSIONS) results.push(await makeCall(call, maxMs))
  return results
}

function makeCallsConcurrently(calls: readonly string[], maxMs: number): Promise<CallResult[]> {
  return Promise.all(calls.map((call) => makeCall(call, maxMs)))
}

async function makeCall(call: string, maxMs: number): Promise<CallResult> {
  const [method = '', path = ''] = call.split(' ')
  const body = method === 'GET' ? undefined : (validBodies()[call] ?? {})
  const clock = startTickClock()
  const { status, headers } = await auth.send(method, fillParameters(path), body, token)
  expect([call, clock.stop() < maxMs]).toEqual([call, true])
  return { call, status, retryAfter: headers.get('retry-after') }
}

function fillParameters(path: string): string {
  return VALID_PARAMETERS.reduce((all, [parameter, value]) => all.replace(parameter, value), path)
}

/** Lists each call as `METHOD /path`, with `x` for its parameters. */
function listCalls(): string[] {
  const log = createLog('svc-auth', 'silent')
  const redis = openRedis(redisServer.url, log).client
  const connection = openMongo(mongoProxy.url, log).connection
  const { calls } = composeAuth(auth.config, { redis, connection, log })
  return calls.map(({ definition: { method, path } }) => {
    return `${method} ${path.replaceAll(/:\w+/g, 'x')}`
  })
}

/** Whether Redis and MongoDB work again: a sign-in needs both. */
async function areStoresAvailable(): Promise<boolean> {
  const response = await auth.send('POST', '/api/auth/login', credentials)
  if (response.status === 200) token = response.body().token
  return response.status === 200
}
