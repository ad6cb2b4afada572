import { TOKEN_AUDIENCE } from '@inkproof/protocol/auth'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Router } from 'express'
import jwt from 'jsonwebtoken'
import {
  createAuthenticator,
  SESSION_IDLE_SECONDS,
  SESSION_TTL_SECONDS,
  sessionKey,
} from './auth.ts'
import { createLog } from './log.ts'
import { openRedis, type RedisPart } from './redis.ts'
import { type RunningService, startService } from './service.ts'
import { readSessionKeys } from './session-keys.ts'
import { startTestRedis, type TestRedis, until } from './testing/fixture.ts'
import { makeSessionKey } from './testing/session-key.ts'

const KEY = makeSessionKey('k1')
const FOREIGN = makeSessionKey('k1')
const RECORD = {
  accountId: 'account',
  workspaceId: 'workspace',
  role: 'owner',
  startedAtMs: 1,
  provedAtMs: 1,
  way: 'password',
  device: 'Firefox on Linux',
  address: '192.0.2.1',
  place: '',
} as const

let server: TestRedis
let redis: RedisPart
let service: RunningService

beforeAll(async () => {
  server = await startTestRedis()
  const log = createLog('test', 'silent')
  redis = openRedis(server.url, log)
  const requireSession = createAuthenticator(readSessionKeys(KEY.publicJwks), redis.client)
  const router = Router().get('/me', async (req, res) => void res.json(await requireSession(req)))
  const config = { PORT: 0, HOST: '127.0.0.1', TRUSTED_HOPS: 1 }
  service = await startService({
    name: 'test',
    config,
    log,
    dependencies: [redis],
    mounts: [['/', router]],
  })
  await service.ready
})

afterAll(async () => {
  await service.stop()
  await server.remove()
})

test('a signed token with a live session identifies the caller', async () => {
  await session()
  const response = await ask(token())
  expect([response.status, await response.json()]).toEqual([
    200,
    { ...RECORD, epoch: 0, sessionId: 's1' },
  ])
})

test('a call extends the idle limit, at most once a minute', async () => {
  await session()
  const left = () => redis.client.ttl(sessionKey('s1'))
  await redis.client.expire(sessionKey('s1'), 60)
  await ask(token())
  expect(await left()).toBeGreaterThan(SESSION_IDLE_SECONDS)
  await redis.client.expire(sessionKey('s1'), SESSION_IDLE_SECONDS + 5)
  await ask(token())
  expect(await left()).toBeLessThanOrEqual(SESSION_IDLE_SECONDS + 5)
})

test('a call does not restore a session that has ended', async () => {
  await session()
  await redis.client.del(sessionKey('s1'))
  expect((await ask(token())).status).toBe(401)
  expect(await redis.client.exists(sessionKey('s1'))).toBe(0)
})

test.each<[string, () => string]>([
  ['no token', () => ''],
  ['another scheme', () => `Basic ${token()}`],
  ['a word that is no token', () => 'Bearer nonsense'],
  ['a foreign key under our key id', () => bearer({}, {}, FOREIGN.privateKey)],
  ['an unknown key id', () => bearer({}, { keyid: 'k2' })],
  ['no key id', () => bearer({}, { keyid: undefined })],
  ['another audience', () => bearer({}, { audience: 'other' })],
  ['another issuer', () => bearer({}, { issuer: 'other' })],
  ['no expiry', () => bearer({}, { expiresIn: undefined })],
  ['no session id', () => bearer({ sid: undefined })],
  ['the algorithm none', () => `Bearer ${unsigned({ alg: 'none', kid: 'k1' })}`],
  ['a changed payload', () => `Bearer ${tampered(token())}`],
  ['our public key used as an HMAC secret', () => `Bearer ${confused()}`],
])('refuses %s with 401', async (_what, authorization) => {
  await session()
  const response = await get(authorization())
  expect([response.status, await response.text()]).toEqual([
    401,
    expect.stringMatching(/^You are not signed in/),
  ])
})

test('an expired token and a deleted session both say that the session has ended', async () => {
  await session()
  expect(await (await get(bearer({}, { expiresIn: -1 }))).text()).toMatch(/session has ended/)
  await redis.client.del(sessionKey('s1'))
  expect(await (await ask(token())).text()).toMatch(/session has ended/)
})

test("a token does not match another account's session", async () => {
  await session({ ...RECORD, accountId: 'someone else' })
  expect((await ask(token())).status).toBe(401)
})

test('with Redis frozen or gone the answer is 503 with Retry-After within 2 s, never 401', async () => {
  await session()
  server.pause()
  await expectUnavailable()
  server.resume()
  await server.kill()
  await expectUnavailable()
  await server.start()
  await until(async () => (await ask(token())).status === 401)
})

async function expectUnavailable(): Promise<void> {
  const startedAt = performance.now()
  const response = await ask(token())
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(performance.now() - startedAt).toBeLessThan(2_000)
}

test('keys that are not public P-256 keys with a key id are refused at start', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const withPrivate = { keys: [JSON.parse(Buffer.from(KEY.privateJwk, 'base64url').toString())] }
  for (const bad of ['', 'e30', encode({ keys: [] }), encode(withPrivate)]) {
    expect(() => readSessionKeys(bad)).toThrow(/SESSION_KEYS/)
  }
})

async function session(record: unknown = RECORD): Promise<void> {
  await redis.client.set(sessionKey('s1'), JSON.stringify(record), 'EX', SESSION_TTL_SECONDS)
}

function get(authorization: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${service.port}/me`, {
    headers: authorization ? { authorization } : {},
  })
}

function ask(signed: string): Promise<Response> {
  return get(`Bearer ${signed}`)
}

type Options = { [name in 'keyid' | 'audience' | 'issuer']?: string | undefined } & {
  expiresIn?: number | undefined
}

function bearer(
  claims: Record<string, unknown>,
  options: Options = {},
  key = KEY.privateKey,
): string {
  return `Bearer ${token(claims, options, key)}`
}

function token(
  claims: Record<string, unknown> = {},
  options: Options = {},
  key = KEY.privateKey,
): string {
  const standard = { keyid: 'k1', audience: TOKEN_AUDIENCE, issuer: TOKEN_AUDIENCE, expiresIn: 60 }
  const given = Object.entries({ ...standard, ...options }).filter(
    ([, value]) => value !== undefined,
  )
  const payload = Object.entries({ sub: 'account', sid: 's1', ...claims }).filter(
    ([, value]) => value !== undefined,
  )
  return jwt.sign(Object.fromEntries(payload), key, {
    algorithm: 'ES256',
    ...Object.fromEntries(given),
  })
}

function unsigned(header: object): string {
  const [, payload] = token().split('.')
  return `${Buffer.from(JSON.stringify({ typ: 'JWT', ...header })).toString('base64url')}.${payload}.`
}

function tampered(signed: string): string {
  const [header, payload = '', signature] = signed.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url')
  return `${header}.${changed}.${signature}`
}

function confused(): string {
  const pem =
    readSessionKeys(KEY.publicJwks).get('k1')?.export({ format: 'pem', type: 'spki' }).toString() ??
    ''
  return jwt.sign({ sub: 'account', sid: 's1' }, Buffer.from(pem), {
    algorithm: 'HS256',
    keyid: 'k1',
    audience: TOKEN_AUDIENCE,
    issuer: TOKEN_AUDIENCE,
    expiresIn: 60,
  })
}
