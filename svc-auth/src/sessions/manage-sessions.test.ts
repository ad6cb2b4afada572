import { SessionList } from '@inkproof/protocol/sessions'
import { SESSION_TTL_SECONDS, sessionKey } from '@inkproof/service-kit/auth'
import { startTestRedis, until } from '@inkproof/service-kit/testing/fixture'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createSessionStore } from '../session-store/session-store.ts'
import { person, startAuth, type TestAuth, type TestResponse } from '../testing/start.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

const me = (token: string) => auth.send('GET', '/api/auth/me', undefined, token)
const login = (fields: object, more: object = {}) =>
  auth.send('POST', '/api/auth/login', fields, undefined, more)
const endSession = (token: string, id = '') =>
  auth.send('DELETE', `/api/auth/sessions${id && `/${id}`}`, undefined, token)

async function listSessions(token: string) {
  const response = await auth.send('GET', '/api/auth/sessions', undefined, token)
  return SessionList.parse(response.body()).sessions
}

async function newPerson() {
  const fields = person()
  const { user, token } = (await auth.register(fields)).body()
  return { ...fields, accountId: user.id as string, token: token as string }
}

test('the list shows details of each session, the current one first', async () => {
  const { token, ...fields } = await newPerson()
  const { email, password } = fields
  const from = { 'user-agent': FIREFOX, 'x-forwarded-for': '8.8.8.8' }
  await login({ email, password }, from)
  const [current, other, ...more] = await listSessions(token)
  expect(more).toEqual([])
  expect(current).toMatchObject({ isCurrent: true, place: 'local' })
  expect(other).toMatchObject({
    isCurrent: false,
    device: 'Firefox on Linux',
    place: 'US',
    address: '8.8.8.8',
    way: 'password',
  })
  expect(Date.now() - Date.parse(other?.startedAt ?? '')).toBeLessThan(10_000)
})

test('the time of last use is the time of the session’s last call', async () => {
  const { token, email, password, accountId } = await newPerson()
  await login({ email, password })
  const [, other] = await listSessions(token)
  const hour = 60 * 60
  await auth.redis.client.expire(
    sessionKey({ accountId, sessionId: other?.id ?? '' }),
    SESSION_TTL_SECONDS - hour,
  )
  const [current, idle] = await listSessions(token)
  const agoSeconds = (Date.now() - Date.parse(idle?.usedAt ?? '')) / 1_000
  expect(Math.abs(agoSeconds - hour)).toBeLessThan(10)
  expect(Date.now() - Date.parse(current?.usedAt ?? '')).toBeLessThan(10_000)
})

test('ending one session takes effect immediately and ends no other', async () => {
  const { token, email, password } = await newPerson()
  const other = (await login({ email, password })).body().token
  const id = (await listSessions(token)).find(({ isCurrent }) => !isCurrent)?.id
  expect((await endSession(token, id)).status).toBe(204)
  expect([(await me(other)).status, (await me(token)).status]).toEqual([401, 200])
  expect(await listSessions(token)).toHaveLength(1)
})

test("another user's session is treated as missing, and is not ended", async () => {
  const [mine, other] = [await newPerson(), await newPerson()]
  const [foreign] = await listSessions(other.token)
  const responses = [
    await endSession(mine.token, foreign?.id),
    await endSession(mine.token, 'A'.repeat(22)),
    await endSession(mine.token, '*'),
  ]
  const [first] = responses
  expect(first?.status).toBe(404)
  for (const { status, text } of responses) expect([status, text]).toEqual([404, first?.text])
  expect((await me(other.token)).status).toBe(200)
})

test("a session's ID alone gives no access", async () => {
  const { token } = await newPerson()
  const [session] = await listSessions(token)
  expect((await me(session?.id ?? '')).status).toBe(401)
})

test('ending all other sessions preserves the current one and is recorded', async () => {
  const { token, email, password, accountId } = await newPerson()
  const others = [await login({ email, password }), await login({ email, password })]
  const response = await endSession(token)
  expect([response.status, response.body()]).toEqual([200, { ended: 2 }])
  for (const other of others) expect((await me(other.body().token)).status).toBe(401)
  expect((await me(token)).status).toBe(200)
  const rows = await eventsOf(accountId, 'sessions-ended')
  expect(rows.map(({ data }) => data)).toEqual([{ count: '2' }])
  expect((await endSession(token)).body()).toEqual({ ended: 0 })
})

test('starting a 101st session ends the least recently used one', async () => {
  const { token, accountId, email, password } = await newPerson()
  const [mine] = await listSessions(token)
  const keyOf = (sessionId = '') => sessionKey({ accountId, sessionId })
  const record = JSON.parse((await auth.redis.client.get(keyOf(mine?.id))) ?? '')
  const ids = Array.from({ length: 99 }, (_, i) => `${i}`.padStart(22, 'x'))
  for (const id of ids) {
    await auth.redis.client.set(keyOf(id), JSON.stringify(record), 'EX', 3_600)
    await auth.redis.client.sadd(`account-sessions:{${accountId}}`, id)
  }
  await auth.redis.client.expire(keyOf(ids[40]), 60)
  await login({ email, password })
  const remaining = (await listSessions(token)).map(({ id }) => id)
  expect([remaining.length, remaining.includes(mine?.id ?? '')]).toEqual([100, true])
  expect(await auth.redis.client.exists(keyOf(ids[40]))).toBe(0)
})

test('updating a session changes only the given fields, and has no effect once it has ended', async () => {
  const { token, accountId } = await newPerson()
  const [session] = await listSessions(token)
  const id = { accountId, sessionId: session?.id ?? '' }
  const key = sessionKey(id)
  const before = JSON.parse((await auth.redis.client.get(key)) ?? '')
  const sessions = createSessionStore(auth.redis.client, () => new Date())
  await Promise.all([
    sessions.update(id, { role: 'viewer' }),
    sessions.update(id, { provedAtMs: 1_763_753_783_123 }),
  ])
  const after = JSON.parse((await auth.redis.client.get(key)) ?? '')
  expect(after).toEqual({ ...before, role: 'viewer', provedAtMs: 1_763_753_783_123 })
  expect(await auth.redis.client.ttl(key)).toBeGreaterThan(7_000)
  await sessions.remove(id)
  await sessions.update(id, { role: 'owner' })
  expect(await auth.redis.client.exists(key)).toBe(0)
})

test('only the first sign-in from a browser causes an e-mail', async () => {
  const { email, password, accountId } = await newPerson()
  const first = await login({ email, password })
  expect(await eventsOf(accountId, 'new-device')).toHaveLength(1)
  await login({ email, password }, { cookie: cookieOf(first) })
  const [event, ...more] = await eventsOf(accountId, 'new-device')
  expect(more).toEqual([])
  expect(event?.['mail']).toMatchObject({ to: email })
  expect(event?.['data']).toMatchObject({ place: 'local', way: 'password' })
})

test('twenty concurrent sign-ins from one new browser cause one e-mail', async () => {
  const { email, password, accountId } = await newPerson()
  const cookie = `inkproof_browser=${'n'.repeat(43)}`
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => login({ email, password }, { cookie })),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await eventsOf(accountId, 'new-device')).toHaveLength(1)
})

test('the first device of a new account is not reported', async () => {
  const { accountId } = await newPerson()
  expect(await eventsOf(accountId, 'new-device')).toEqual([])
})

test('an acknowledged logout is not lost if Redis is killed immediately afterwards', async () => {
  const server = await startTestRedis({ isPersistent: true })
  const otherAuth = await startAuth({ redisUrl: server.url })
  const fields = person()
  const keptToken = (await otherAuth.register(fields)).body().token
  const endedToken = (await otherAuth.send('POST', '/api/auth/login', fields)).body().token
  const logout = await otherAuth.send('POST', '/api/auth/logout', undefined, endedToken)
  await server.kill()
  await server.start()
  expect(logout.status).toBe(204)
  // The other session shows that Redis restarted with its data.
  await until(
    async () => (await otherAuth.send('GET', '/api/auth/me', undefined, keptToken)).status === 200,
  )
  expect((await otherAuth.send('GET', '/api/auth/me', undefined, endedToken)).status).toBe(401)
  await otherAuth.stop()
  await server.remove()
})

function cookieOf(response: TestResponse): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

function eventsOf(accountId: string, kind: string) {
  return auth.mongo.connection.collection('events').find({ accountId, kind }).toArray()
}
