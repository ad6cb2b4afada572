import { SESSION_IDLE_SECONDS, sessionKey } from '@inkproof/service-kit/auth'
import { makeSessionKey } from '@inkproof/service-kit/testing/session-key'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import jwt from 'jsonwebtoken'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { readSigningKey } from './session-token.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const me = (token?: string) => auth.send('GET', '/api/auth/me', undefined, token)
const keyOf = (token: string) => {
  const { sub, sid } = decode(token).payload
  return sessionKey({ accountId: sub, sessionId: sid })
}
const logout = (token?: string) => auth.send('POST', '/api/auth/logout', undefined, token)

test('a token contains its key id and expires with the absolute limit of seven days', async () => {
  const token = await signIn()
  const { header, payload } = decode(token)
  expect(header).toMatchObject({ alg: 'ES256', kid: auth.key.kid })
  expect(payload).toMatchObject({ aud: 'inkproof', iss: 'inkproof' })
  const { startedAtMs } = JSON.parse((await auth.redis.client.get(keyOf(token))) ?? '{}')
  // Not from `iat`: a second may begin between the start of the session and the signature.
  expect(payload.exp).toBe(Math.floor(startedAtMs / 1_000) + 7 * 24 * 60 * 60)
})

test('each use of a session extends it to the full idle timeout', async () => {
  const token = await signIn()
  const key = keyOf(token)
  await auth.redis.client.expire(key, 10)
  await me(token)
  expect(await auth.redis.client.ttl(key)).toBeGreaterThan(SESSION_IDLE_SECONDS - 10)
})

test('a logout ends its session immediately, and no other session', async () => {
  const { email, password, token } = await register()
  const other = (await auth.send('POST', '/api/auth/login', { email, password })).body().token
  expect((await logout(token)).status).toBe(204)
  const refused = await me(token)
  expect([refused.status, refused.text]).toEqual([401, 'Your session has ended. Sign in again.'])
  expect((await me(other)).status).toBe(200)
})

test('logging out without a session is refused', async () => {
  expect((await logout()).status).toBe(401)
})

test('a token signed with another key is refused', async () => {
  const otherKey = makeSessionKey(auth.key.kid)
  const { payload } = decode(await signIn())
  const forged = jwt.sign(payload, otherKey.privateKey, { algorithm: 'ES256', keyid: otherKey.kid })
  expect((await me(forged)).status).toBe(401)
})

test('people can sign in again after Redis has lost its data', async () => {
  const { email, password, token } = await register()
  await auth.redis.client.del(keyOf(token))
  expect((await me(token)).status).toBe(401)
  expect((await auth.send('POST', '/api/auth/login', { email, password })).status).toBe(200)
})

test('a signing key whose public key is not published is rejected', () => {
  const [mine, other] = [makeSessionKey('a'), makeSessionKey('a')]
  expect(() => readSigningKey(mine.privateJwk, other.publicJwks)).toThrow(/SESSION_KEYS/)
  expect(() => readSigningKey(mine.privateJwk, makeSessionKey('b').publicJwks)).toThrow(
    /SESSION_KEYS/,
  )
  expect(() => readSigningKey('e30', mine.publicJwks)).toThrow(/SESSION_KEY: /)
  expect(readSigningKey(mine.privateJwk, mine.publicJwks).kid).toBe('a')
})

async function register() {
  const fields = { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse battery' }
  return { ...fields, token: (await auth.register(fields)).body().token as string }
}

async function signIn(): Promise<string> {
  return (await register()).token
}

function decode(token: string): {
  header: object
  payload: { sub: string; sid: string; exp: number; iat: number }
} {
  const { header, payload } = jwt.decode(token, { complete: true }) ?? {}
  return { header: header ?? {}, payload: payload as never }
}
