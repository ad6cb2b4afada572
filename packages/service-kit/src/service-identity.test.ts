/** Calls between services: token binding, and errors when a service is down. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountEnded } from '@inkproof/protocol/internal'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import jwt from 'jsonwebtoken'
import { AppError } from './app-error.ts'
import { handleInternalCall, internalRoutes } from './internal-routes.ts'
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
    handleInternalCall(accountEnded, async ({ accountId }) => {
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

/** Creates a token with claims and a header that our own code would not create. */
function forge(
  change: object,
  { key = AUTH.key, ...options }: jwt.SignOptions & { key?: jwt.Secret } = {},
) {
  const now = Math.floor(Date.now() / 1_000)
  const claims = jwt.decode(signServiceToken(AUTH, 'svc-documents', CALL)) as object
  return jwt.sign({ ...claims, iat: now, exp: now + 60, ...change }, key as jwt.Secret, {
    algorithm: 'ES256',
    keyid: AUTH.kid,
    ...options,
  })
}

test('a service makes a signed call to another and gets the validated response', async () => {
  const response = await client().call('svc-documents', accountEnded, { accountId: 'a' })
  expect([response, ended]).toEqual([{ done: true }, ['a']])
})

test('accepts a token for exactly this call', async () => {
  expect((await send(forge({}))).status).toBe(200)
})

const unknownKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const nowSeconds = () => Math.floor(Date.now() / 1_000)

test.each<[string, () => string | undefined]>([
  ['no token', () => undefined],
  ['a malformed token', () => 'abc'],
  ['a different audience', () => signServiceToken(AUTH, 'svc-writing', CALL)],
  ['an expired token', () => forge({ iat: nowSeconds() - 200, exp: nowSeconds() - 80 })],
  ['too long a lifetime', () => forge({ exp: nowSeconds() + SERVICE_TOKEN_SECONDS + 60 })],
  [
    'a token issued in the future',
    () => forge({ iat: nowSeconds() + 60, exp: nowSeconds() + 120 }),
  ],
  ['a token that is not valid yet', () => forge({ nbf: nowSeconds() + 100 })],
  ['an unknown key', () => forge({}, { key: unknownKey, keyid: 'other' })],
  ['a different key with a known id', () => forge({}, { key: unknownKey })],
  ['a key of another service', () => forge({ iss: 'svc-documents' })],
  ['the algorithm none', () => forge({}, { key: '', algorithm: 'none' })],
  ['a symmetric algorithm', () => forge({}, { key: SERVICES.publicJwks, algorithm: 'HS256' })],
  [
    'a different path',
    () => signServiceToken(AUTH, 'svc-documents', { ...CALL, path: '/internal/x' }),
  ],
  ['a different method', () => signServiceToken(AUTH, 'svc-documents', { ...CALL, method: 'PUT' })],
  [
    'a different body',
    () => signServiceToken(AUTH, 'svc-documents', { ...CALL, body: Buffer.from('{}') }),
  ],
  ['no claims about the call', () => forge({ htm: undefined, path: undefined, body: undefined })],
])('rejects a call with %s and does not run the handler', async (_description, token) => {
  const response = await send(token())
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([
    401,
    'SERVICE_REFUSED',
  ])
  expect(ended).toEqual([])
})

test('rejects a token if a query is added or the path is spelled differently', async () => {
  const token = signServiceToken(AUTH, 'svc-documents', CALL)
  expect((await send(token, { path: `${PATH}?x=1` })).status).toBe(401)
  expect((await send(token, { path: `${PATH}/` })).status).toBe(401)
})

test('processes a repeated call again while its token is valid, so handlers must be idempotent', async () => {
  const token = signServiceToken(AUTH, 'svc-documents', CALL)
  const responses = [await send(token), await send(token)]
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
})

test('rejects a body that does not match the definition as INVALID_INPUT', async () => {
  const body = JSON.stringify({ account: 'a' })
  const call = { ...CALL, body: Buffer.from(body) }
  const response = await send(signServiceToken(AUTH, 'svc-documents', call), { body })
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([400, 'INVALID_INPUT'])
})

test('reports an unreachable service as unavailable, and calls it again once it is back', async () => {
  const port = await freePort()
  const callService = () => client(port).call('svc-documents', accountEnded, { accountId: 'b' })
  await expect(callService()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const restarted = await start(port)
  expect(await callService()).toEqual({ done: true })
  await restarted.stop()
})

test('stops reading a response as soon as it is too large', async () => {
  let written = 0
  const server = createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' })
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    const write = () => {
      if (res.destroyed || written > 100) return
      written += 1
      res.write(chunk, write)
    }
    write()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const error = await client(port)
    .call('svc-documents', accountEnded, { accountId: 'a' })
    .catch((thrown: unknown) => thrown)
  server.close()
  server.closeAllConnections()
  expect(String((error as AppError).cause)).toContain('larger than 8388608 bytes')
  expect(written).toBeLessThan(50)
})

test('the error names a service that is not configured', async () => {
  const error = await client()
    .call('svc-writing', accountEnded, { accountId: 'a' })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  expect(String((error as AppError).cause)).toContain('svc-writing has no URL')
})

test('rejects a private key at startup unless SERVICE_KEYS lists its public key under the name of the service', () => {
  const key = SERVICES.keyOf('svc-auth')
  expect(() => readServiceIdentity('svc-documents', key, KEYS)).toThrow('missing for svc-documents')
  expect(() => readServiceIdentity('svc-auth', 'e30', KEYS)).toThrow('SERVICE_KEY: expected')
  expect(() => readServiceKeys('e30')).toThrow('SERVICE_KEYS: expected')
})
