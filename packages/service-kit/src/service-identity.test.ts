/** Calls between services: what their tokens are bound to, and what a caller hears of one that is away. */
import { generateKeyPairSync } from 'node:crypto'
import { accountEnded } from '@inkproof/protocol/internal'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import jwt from 'jsonwebtoken'
import { AppError } from './app-error.ts'
import { answerInternal, internalRoutes } from './internal-routes.ts'
import { createLog } from './log.ts'
import { type RunningService, startService } from './service.ts'
import { createServiceClient } from './service-client.ts'
import { readServiceIdentity, readServiceKeys } from './service-keys.ts'
import { SERVICE_TOKEN_SECONDS, signServiceToken } from './service-token.ts'
import { freePort } from './testing/fixture.ts'
import { makeServiceKeys, testIdentity } from './testing/service-identity.ts'

const SERVICES = makeServiceKeys('svc-auth', 'svc-documents')
const KEYS = readServiceKeys(SERVICES.publicJwks)
const AUTH = testIdentity(SERVICES, 'svc-auth')
const { path: PATH } = accountEnded
const BODY = JSON.stringify({ accountId: 'a' })
const CALL = { method: 'POST', path: PATH, body: Buffer.from(BODY) }

let ended: string[] = []
let service: RunningService
beforeAll(async () => {
  service = await start()
})
afterAll(() => service.stop())
afterEach(() => {
  ended = []
})

async function start(port = 0): Promise<RunningService> {
  const internal = internalRoutes('svc-documents', KEYS, [
    answerInternal(accountEnded, async ({ accountId }) => {
      ended.push(accountId)
      return { done: true }
    }),
  ])
  const started = await startService({
    name: 'svc-documents',
    config: { PORT: port, HOST: '127.0.0.1', TRUSTED_HOPS: 1 },
    log: createLog('test', 'silent'),
    dependencies: [],
    mounts: [internal],
  })
  await started.ready
  return started
}

const client = (port = service.port) =>
  createServiceClient(AUTH, new Map([['svc-documents', `http://127.0.0.1:${port}`]]))

const send = (token: string | undefined, { path = PATH, body = BODY } = {}) =>
  fetch(`http://127.0.0.1:${service.port}${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  })

/** A token with claims and a header that our own code would not make. */
function forge(
  change: object,
  { key = AUTH.key, ...options }: jwt.SignOptions & { key?: jwt.Secret } = {},
) {
  const now = Math.floor(Date.now() / 1_000)
  const own = jwt.decode(signServiceToken(AUTH, 'svc-documents', CALL)) as object
  return jwt.sign({ ...own, iat: now, exp: now + 60, ...change }, key as jwt.Secret, {
    algorithm: 'ES256',
    keyid: AUTH.kid,
    ...options,
  })
}

test('a service calls another with a signed call, and gets the validated response', async () => {
  const answer = await client().call('svc-documents', accountEnded, { accountId: 'a' })
  expect([answer, ended]).toEqual([{ done: true }, ['a']])
})

test('a token for exactly this call is accepted', async () => {
  expect((await send(forge({}))).status).toBe(200)
})

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const seconds = () => Math.floor(Date.now() / 1_000)

test.each<[string, () => string | undefined]>([
  ['no token', () => undefined],
  ['something that is no token', () => 'abc'],
  ['another audience', () => signServiceToken(AUTH, 'svc-writing', CALL)],
  ['its time over', () => forge({ iat: seconds() - 200, exp: seconds() - 80 })],
  ['a time that is too long', () => forge({ exp: seconds() + SERVICE_TOKEN_SECONDS + 60 })],
  ['a time that has not begun', () => forge({ nbf: seconds() + 100 })],
  ['a key that nobody knows', () => forge({}, { key: stranger, keyid: 'other' })],
  ['another key under a known id', () => forge({}, { key: stranger })],
  ['the name of a service that the key is not', () => forge({ iss: 'svc-documents' })],
  ['no algorithm', () => forge({}, { key: '', algorithm: 'none' })],
  ['a shared secret', () => forge({}, { key: SERVICES.publicJwks, algorithm: 'HS256' })],
  ['another path', () => signServiceToken(AUTH, 'svc-documents', { ...CALL, path: '/internal/x' })],
  ['another method', () => signServiceToken(AUTH, 'svc-documents', { ...CALL, method: 'PUT' })],
  [
    'another body',
    () => signServiceToken(AUTH, 'svc-documents', { ...CALL, body: Buffer.from('{}') }),
  ],
  ['nothing about the call', () => forge({ htm: undefined, path: undefined, body: undefined })],
])('a call with %s is refused, and nothing is done', async (_what, token) => {
  const response = await send(token())
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([
    401,
    'SERVICE_REFUSED',
  ])
  expect(ended).toEqual([])
})

test('a query or another spelling of the path is another call', async () => {
  const token = signServiceToken(AUTH, 'svc-documents', CALL)
  expect((await send(token, { path: `${PATH}?x=1` })).status).toBe(401)
  expect((await send(token, { path: `${PATH}/` })).status).toBe(401)
})

test('a call repeated while its token is valid is processed again, so it must be idempotent', async () => {
  const token = signServiceToken(AUTH, 'svc-documents', CALL)
  const responses = [await send(token), await send(token)]
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
})

test('a body that does not match the definition is refused as such', async () => {
  const body = JSON.stringify({ account: 'a' })
  const call = { ...CALL, body: Buffer.from(body) }
  const response = await send(signServiceToken(AUTH, 'svc-documents', call), { body })
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([400, 'INVALID_INPUT'])
})

test('an unreachable service is reported as unavailable, and used again when it is back', async () => {
  const port = await freePort()
  const calling = () => client(port).call('svc-documents', accountEnded, { accountId: 'b' })
  await expect(calling()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const back = await start(port)
  expect(await calling()).toEqual({ done: true })
  await back.stop()
})

test('a service that is not configured is reported by its name', async () => {
  const error = await client()
    .call('svc-writing', accountEnded, { accountId: 'a' })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  expect(String((error as AppError).cause)).toContain('svc-writing has no URL')
})

test('a key that the others do not know by this name is refused at start', () => {
  const own = SERVICES.keyOf('svc-auth')
  expect(() => readServiceIdentity('svc-documents', own, KEYS)).toThrow('missing for svc-documents')
  expect(() => readServiceIdentity('svc-auth', 'e30', KEYS)).toThrow('SERVICE_KEY: expected')
  expect(() => readServiceKeys('e30')).toThrow('SERVICE_KEYS: expected')
})
