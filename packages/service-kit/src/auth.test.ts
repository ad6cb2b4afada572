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
import { openRedis, type RedisDependency } from './redis.ts'
import { type RunningService, startService } from './service.ts'
import { readSessionKeys } from './session-keys.ts'
import { startTestRedis, type TestRedis, until } from './testing/fixture.ts'
import { makeSessionKey } from './testing/session-key.ts'
import { startTickClock } from './testing/tick-clock.ts'

const KEY = makeSessionKey('k1')
const OTHER_KEY = makeSessionKey('k1')
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
const KEY_OF_SESSION = sessionKey({ accountId: RECORD.accountId, sessionId: 's1' })

let server: TestRedis
let redis: RedisDependency
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
  await createSession()
  const response = await getWithToken(token())
  expect([response.status, await response.json()]).toEqual([
    200,
    { ...RECORD, epoch: 0, isVerifiedPerson: false, sessionId: 's1' },
  ])
})

test('a call extends the idle limit, at most once a minute', async () => {
  await createSession()
  const remainingSeconds = () => redis.client.ttl(KEY_OF_SESSION)
  await redis.client.expire(KEY_OF_SESSION, 60)
  await getWithToken(token())
  expect(await remainingSeconds()).toBeGreaterThan(SESSION_IDLE_SECONDS)
  await redis.client.expire(KEY_OF_SESSION, SESSION_IDLE_SECONDS + 5)
  await getWithToken(token())
  expect(await remainingSeconds()).toBeLessThanOrEqual(SESSION_IDLE_SECONDS + 5)
})

test('a call does not restore a session that has ended', async () => {
  await createSession()
  await redis.client.del(KEY_OF_SESSION)
  expect((await getWithToken(token())).status).toBe(401)
  expect(await redis.client.exists(KEY_OF_SESSION)).toBe(0)
})

test.each<[string, () => string]>([
  ['no token', () => ''],
  ['a different scheme', () => `Basic ${token()}`],
  ['a malformed token', () => 'Bearer nonsense'],
  ['another key with our key id', () => bearer({}, {}, OTHER_KEY.privateKey)],
  ['an unknown key id', () => bearer({}, { keyid: 'k2' })],
  ['no key id', () => bearer({}, { keyid: undefined })],
  ['a different audience', () => bearer({}, { audience: 'other' })],
  ['a different issuer', () => bearer({}, { issuer: 'other' })],
  ['no expiry', () => bearer({}, { expiresIn: undefined })],
  ['an issue time in the future', () => bearer({ iat: secondsFromNow(60) })],
  [
    'no issue time',
    () => bearer({ exp: secondsFromNow(60) }, { expiresIn: undefined, noTimestamp: true }),
  ],
  ['no session id', () => bearer({ sid: undefined })],
  ['the algorithm none', () => `Bearer ${unsigned({ alg: 'none', kid: 'k1' })}`],
  ['a changed payload', () => `Bearer ${tampered(token())}`],
  ['our public key used as an HMAC secret', () => `Bearer ${signedWithPublicKey()}`],
])('rejects %s with 401', async (_description, authorization) => {
  await createSession()
  const response = await get(authorization())
  expect([response.status, await response.text()]).toEqual([
    401,
    expect.stringMatching(/^You are not signed in/),
  ])
})

test('accepts a token issued by a machine whose clock is a little ahead', async () => {
  await createSession()
  expect((await get(bearer({ iat: secondsFromNow(20) }))).status).toBe(200)
})

test('responds with SESSION_ENDED to an expired token and to a token whose session was deleted', async () => {
  await createSession()
  expect(await (await get(bearer({}, { expiresIn: -1 }))).text()).toMatch(/session has ended/)
  await redis.client.del(KEY_OF_SESSION)
  expect(await (await getWithToken(token())).text()).toMatch(/session has ended/)
})

test("a token does not match another account's session", async () => {
  await createSession({ ...RECORD, accountId: 'someone else' })
  expect((await getWithToken(token())).status).toBe(401)
})

test('responds with 503 and Retry-After within 2 s, never 401, while Redis is frozen or down', async () => {
  await createSession()
  server.pause()
  await expectUnavailable()
  server.resume()
  await server.kill()
  await expectUnavailable()
  await server.start()
  await until(async () => (await getWithToken(token())).status === 401)
})

async function expectUnavailable(): Promise<void> {
  const clock = startTickClock()
  const response = await getWithToken(token())
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(clock.stop()).toBeLessThan(2_000)
}

test('rejects keys that are not public P-256 keys with a key id', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const withPrivate = { keys: [JSON.parse(Buffer.from(KEY.privateJwk, 'base64url').toString())] }
  for (const bad of ['', 'e30', encode({ keys: [] }), encode(withPrivate)]) {
    expect(() => readSessionKeys(bad)).toThrow(/SESSION_KEYS/)
  }
})

async function createSession(record: unknown = RECORD): Promise<void> {
  await redis.client.set(KEY_OF_SESSION, JSON.stringify(record), 'EX', SESSION_TTL_SECONDS)
}

function get(authorization: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${service.port}/me`, {
    headers: authorization ? { authorization } : {},
  })
}

function getWithToken(signed: string): Promise<Response> {
  return get(`Bearer ${signed}`)
}

type Options = { [name in 'keyid' | 'audience' | 'issuer']?: string | undefined } & {
  expiresIn?: number | undefined
  noTimestamp?: boolean
}

function secondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1_000) + seconds
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
  const definedOptions = Object.entries({ ...standard, ...options }).filter(
    ([, value]) => value !== undefined,
  )
  const payload = Object.entries({ sub: 'account', sid: 's1', ...claims }).filter(
    ([, value]) => value !== undefined,
  )
  return jwt.sign(Object.fromEntries(payload), key, {
    algorithm: 'ES256',
    ...Object.fromEntries(definedOptions),
  })
}

function unsigned(header: object): string {
  const [, payload] = token().split('.')
  return `${Buffer.from(JSON.stringify({ typ: 'JWT', ...header })).toString('base64url')}.${payload}.`
}

function tampered(signed: string): string {
  const [header, payload = '', signature] = signed.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const changedPayload = Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString(
    'base64url',
  )
  return `${header}.${changedPayload}.${signature}`
}

function signedWithPublicKey(): string {
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
