/** What every route of the service does while a store is away: the routes are read from what is mounted. */
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
import type { Router } from 'express'
import { features } from './features.ts'
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

/** What anyone may see: it goes on without Redis. */
const NEEDS_NO_REDIS = [
  'GET /api/auth/options',
  'GET /api/auth/captcha',
  'GET /api/auth/pictures/x',
]

test('the routes are read from the service itself', () => {
  expect(routes().length).toBeGreaterThan(50)
  expect(routes()).toEqual(expect.arrayContaining(['POST /api/auth/login', ...NEEDS_NO_REDIS]))
})

test.each([
  ['frozen', () => server.pause(), () => server.resume()],
  ['gone', () => server.kill(), () => server.start()],
])(
  'with Redis %s every route answers within 2 s, none takes a live session for an ended one',
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
  'with MongoDB %s every route answers within 3 s, and no 5xx but 503',
  async (_state, breakIt, mend) => {
    const answers = await during(breakIt, mend, () => askAll(3_000))
    for (const { call, status } of answers)
      expect([call, status === 503 || status < 500]).toEqual([call, true])
    const unavailable = answers.filter(({ status }) => status === 503).map(({ call }) => call)
    expect(unavailable).toEqual(
      expect.arrayContaining(['GET /api/auth/me', 'GET /api/auth/account']),
    )
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

/** Calls every route, a few at a time, so that no call waits for the test's own others. */
async function askAll(withinMs: number): Promise<Asked[]> {
  const answers: Asked[] = []
  const left = routes()
  while (left.length > 0) {
    answers.push(...(await Promise.all(left.splice(0, 12).map((call) => askOne(call, withinMs)))))
  }
  return answers
}

async function askOne(call: string, withinMs: number): Promise<Asked> {
  const [method = '', path = ''] = call.split(' ')
  const body = method === 'GET' ? undefined : (validBodies()[call] ?? {})
  const startedAt = performance.now()
  const { status, headers } = await auth.send(method, path, body, token)
  expect([call, performance.now() - startedAt < withinMs]).toEqual([call, true])
  return { call, status, retryAfter: headers.get('retry-after') }
}

/** `METHOD /path` of each route, with `x` for its parameters. */
function routes(): string[] {
  const log = createLog('svc-auth', 'silent')
  const redis = openRedis(server.url, log).client
  const connection = openMongo(link.url, log).connection
  const { mounts, lateBodies } = features(auth.config, { redis, connection }, log)
  return [...mounts, ...lateBodies].flatMap(([base, router]) => routesOf(base, router))
}

function routesOf(base: string, { stack }: Router): string[] {
  return stack.flatMap(({ route }) =>
    route === undefined
      ? []
      : route.stack.map(({ method }) => {
          const path = String(route.path).replaceAll(/:\w+/g, 'x')
          return `${method.toUpperCase()} ${base}${path}`
        }),
  )
}

async function isBack(): Promise<boolean> {
  const answer = await auth.send('POST', '/api/auth/login', someone)
  if (answer.status === 200) token = answer.body().token
  return answer.status === 200
}
