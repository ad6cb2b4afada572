/** Tests every call of the service while a store is down: the calls are read from the service itself. */
import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { openRedis } from '@inkproof/service-kit/redis'
import {
  startTestRedis,
  type TestRedis,
  testDatabase,
  until,
} from '@inkproof/service-kit/testing/fixture'
import { openLink, type TestLink } from '@inkproof/service-kit/testing/link'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { composeAuth } from './features.ts'
import { validBodies } from './testing/bodies.ts'
import { person, startAuth, type TestAuth } from './testing/start.ts'

let server: TestRedis
let link: TestLink
let auth: TestAuth
let token: string
const someone = person()

beforeAll(async () => {
  server = await startTestRedis()
  link = await openLink(new URL(testDatabase('auth-outage')))
  auth = await startAuth({ redisUrl: server.url, mongoUrl: link.url })
  await auth.register(someone)
})

beforeEach(async () => {
  await until(isBack, 20_000)
})

afterAll(async () => {
  await auth.stop()
  await link.close()
  await server.remove()
})

/** Public calls, which work without Redis. */
const NEEDS_NO_REDIS = [
  'GET /api/auth/options',
  'GET /api/auth/captcha',
  'GET /api/auth/openapi.json',
  'GET /api/auth/pictures/x',
]

/** Calls that need only Redis, or are refused before an account is read. */
const NEEDS_NO_MONGODB = [
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

/** Called last: afterwards the session is refused before a store is needed. */
const ENDS_SESSIONS = ['DELETE /api/auth/sessions', 'POST /api/auth/logout']

/** Parameters for which `x` would be refused as malformed, by the preceding path. */
const FORMED: readonly [RegExp, string][] = [
  [/(?<=\/pictures\/)x$/, 'A'.repeat(22)],
  [/(?<=\/wallets\/)x$/, `0x${'a'.repeat(40)}`],
  [/(?<=\/workspaces\/)x\b/, 'A'.repeat(22)],
]

test('the calls are read from the service itself', () => {
  expect(addresses().length).toBeGreaterThan(50)
  expect(addresses()).toEqual(expect.arrayContaining(['POST /api/auth/login', ...NEEDS_NO_REDIS]))
})

test.each([
  ['frozen', () => server.pause(), () => server.resume()],
  ['gone', () => server.kill(), () => server.start()],
])(
  'with Redis %s every call answers within 2 s, none takes a live session for an ended one',
  async (_state, breakIt, mend) => {
    const answers = await during(breakIt, mend, () => askAll(2_000))
    for (const { call, status, retryAfter } of answers) {
      if (!NEEDS_NO_REDIS.includes(call)) expect([call, status]).toEqual([call, 503])
      if (status === 503) expect([call, Number(retryAfter) > 0]).toEqual([call, true])
      expect([call, [401, 500, 502, 504].includes(status)]).toEqual([call, false])
    }
  },
)

test.each([
  ['hanging', () => link.pause(), () => link.resume()],
  ['gone', () => link.cut(), () => link.restore()],
])(
  'with MongoDB %s every call answers within 3 s, and no 5xx but 503',
  async (_state, breakIt, mend) => {
    const answers = await during(breakIt, mend, () => askAll(3_000))
    for (const { call, status } of answers)
      expect([call, status === 503 || status < 500]).toEqual([call, true])
    const answered = answers.filter(({ status }) => status !== 503).map(({ call }) => call)
    expect(answered.sort()).toEqual([...NEEDS_NO_MONGODB].sort())
  },
)

type Step = () => void | Promise<void>

async function during<T>(breakIt: Step, mend: Step, look: () => Promise<T>): Promise<T> {
  await breakIt()
  try {
    return await look()
  } finally {
    await mend()
  }
}

type Asked = { call: string; status: number; retryAfter: string | null }

/** Makes every call, a few at a time, so that no call waits for the test's other calls. */
async function askAll(maxMs: number): Promise<Asked[]> {
  const first = addresses().filter((call) => !ENDS_SESSIONS.includes(call))
  const answers: Asked[] = []
  while (first.length > 0) answers.push(...(await askTogether(first.splice(0, 12), maxMs)))
  for (const call of ENDS_SESSIONS) answers.push(await askOne(call, maxMs))
  return answers
}

function askTogether(calls: readonly string[], maxMs: number): Promise<Asked[]> {
  return Promise.all(calls.map((call) => askOne(call, maxMs)))
}

async function askOne(call: string, maxMs: number): Promise<Asked> {
  const [method = '', path = ''] = call.split(' ')
  const body = method === 'GET' ? undefined : (validBodies()[call] ?? {})
  const clock = ownClock()
  const { status, headers } = await auth.send(method, formed(path), body, token)
  expect([call, clock.stop() < maxMs]).toEqual([call, true])
  return { call, status, retryAfter: headers.get('retry-after') }
}

function formed(path: string): string {
  return FORMED.reduce((all, [parameter, value]) => all.replace(parameter, value), path)
}

const TICK_MS = 20

/** Milliseconds of processor time: the service is not blamed for a machine that stood still. */
function ownClock(): { stop(): number } {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), TICK_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return ticks * TICK_MS
    },
  }
}

/** `METHOD /path` of each call, with `x` for its parameters. */
function addresses(): string[] {
  const log = createLog('svc-auth', 'silent')
  const redis = openRedis(server.url, log).client
  const connection = openMongo(link.url, log).connection
  const { calls } = composeAuth(auth.config, { redis, connection, log })
  return calls.map(({ definition: { method, path } }) => {
    return `${method} ${path.replaceAll(/:\w+/g, 'x')}`
  })
}

async function isBack(): Promise<boolean> {
  const response = await auth.send('POST', '/api/auth/login', someone)
  if (response.status === 200) token = response.body().token
  return response.status === 200
}
