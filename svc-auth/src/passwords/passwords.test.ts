import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { emailIdentity } from '../accounts/identities.ts'
import { deriveKey } from '../platform/derive-key.ts'
import { person, type Sent, startAuth, type TestAuth } from '../testing/start.ts'
import { tokenModel } from '../tokens/tokens.model.ts'
import { createTokens } from '../tokens/tokens.ts'

const MINUTE_MS = 60_000
const NEW = 'blotting paper and sand'

let auth: TestAuth
let clockMs = 0
beforeAll(async () => {
  auth = await startAuth({ now: () => new Date(Date.now() + clockMs) })
})
afterAll(() => auth.stop())

async function setup() {
  clockMs = 0
  const someone = person()
  const { user, token } = (await auth.register(someone)).body()
  const login = (password: string) => auth.send('POST', '/api/auth/login', { ...someone, password })
  return {
    someone,
    login,
    token: token as string,
    accountId: user.id as string,
    set: (body: object, as = token) => auth.send('POST', '/api/auth/password', body, as),
    change: (set: object) =>
      auth.mongo.connection.collection('accounts').updateOne({ _id: user.id }, { $set: set }),
    events: () =>
      auth.mongo.connection
        .collection('events')
        .find({ accountId: user.id, kind: 'password-set' })
        .toArray(),
  }
}

const me = (token: string) => auth.send('GET', '/api/auth/me', undefined, token)
const code = (response: Sent) => [response.status, response.headers.get('inkproof-error')]

test('the new password signs in, the old one does not, and the owner is notified', async () => {
  const { someone, set, login, events } = await setup()
  expect((await set({ currentPassword: someone.password, newPassword: NEW })).status).toBe(204)
  expect((await login(NEW)).status).toBe(200)
  expect((await login(someone.password)).status).toBe(401)
  expect(await events()).toMatchObject([{ mail: { to: someone.email } }])
})

test('all sessions end except the one that changed it', async () => {
  const { someone, token, set, login } = await setup()
  const other = (await login(someone.password)).body().token
  await set({ currentPassword: someone.password, newPassword: NEW })
  expect((await me(token)).status).toBe(200)
  expect(code(await me(other))).toEqual([401, 'SESSION_ENDED'])
})

test('reset links already sent no longer work', async () => {
  const { someone, set } = await setup()
  const tokens = createTokens({
    model: tokenModel(auth.mongo.connection),
    key: deriveKey(auth.config.AUTH_KEY, 'mailed links'),
    now: () => new Date(),
    enqueue: () => undefined,
  })
  const link = await tokens.make({
    kind: 'reset',
    ownerId: emailIdentity(someone.email),
    ttlMs: MINUTE_MS,
    mailTo: someone.email,
  })
  await set({ currentPassword: someone.password, newPassword: NEW })
  await expect(tokens.find('reset', tokens.secretOf(link))).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
  })
})

test.each<[string, object]>([
  ['a wrong current password', { currentPassword: 'not it at all', newPassword: NEW }],
  ['no current password', { newPassword: NEW }],
])('%s changes nothing and ends nothing', async (_what, body) => {
  const { token, set, login, events } = await setup()
  expect(code(await set(body))).toEqual([403, 'PASSWORD_WRONG'])
  expect((await me(token)).status).toBe(200)
  expect((await login(NEW)).status).toBe(401)
  expect(await events()).toEqual([])
})

test.each([
  ['short', 'PASSWORD_TOO_SHORT'],
  ['letmein1', 'PASSWORD_TOO_COMMON'],
  ['inkproof of horses', 'PASSWORD_HAS_NAME'],
])('the new password "%s" is refused as at registration', async (newPassword, refused) => {
  const { someone, set } = await setup()
  const response = await set({ currentPassword: someone.password, newPassword })
  expect(code(response)).toEqual([400, refused])
  expect(response.headers.get('inkproof-fields')).toBe('newPassword')
  const registering = await auth.register({ password: newPassword })
  expect(code(registering)).toEqual([400, refused])
  expect(registering.headers.get('inkproof-fields')).toBe('password')
})

test('the current password is enough without an app; with an app a recent proof is required', async () => {
  const { someone, set, change } = await setup()
  clockMs = 11 * MINUTE_MS
  expect((await set({ currentPassword: someone.password, newPassword: NEW })).status).toBe(204)
  await change({ app: { secret: 'x', confirmedAt: new Date(), usedStep: 0 } })
  const again = { currentPassword: NEW, newPassword: 'another one of the kind' }
  expect(code(await set(again))).toEqual([403, 'PROOF_NEEDED'])
  clockMs = 0
  expect((await set(again)).status).toBe(204)
})

test('an account without a password can set one with a confirmed address and a recent proof', async () => {
  const { set, login, change } = await setup()
  await change({ passwordHash: null })
  expect(code(await set({ newPassword: NEW }))).toEqual([409, 'EMAIL_UNCONFIRMED'])
  await change({ emailConfirmedAt: new Date() })
  clockMs = 11 * MINUTE_MS
  expect(code(await set({ newPassword: NEW }))).toEqual([403, 'PROOF_NEEDED'])
  clockMs = 0
  expect((await set({ newPassword: NEW })).status).toBe(204)
  expect((await login(NEW)).status).toBe(200)
})

test('of two concurrent changes one succeeds', async () => {
  const { someone, set, login } = await setup()
  const words = ['blotting paper', 'sealing wax etc']
  const responses = await Promise.all(
    words.map((newPassword) => set({ currentPassword: someone.password, newPassword })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 403])
  const won = words[responses.findIndex(({ status }) => status === 204)] ?? ''
  expect((await login(won)).status).toBe(200)
})

test('guessing the current password within a session is limited, and the answer says when to retry', async () => {
  const { set } = await setup()
  const guesses = []
  for (let round = 0; round < 21; round += 1)
    guesses.push(await set({ currentPassword: 'a guess', newPassword: NEW }))
  expect(guesses.slice(0, 20).every(({ status }) => status === 403)).toBe(true)
  expect(guesses[20]?.status).toBe(429)
  expect(Number(guesses[20]?.headers.get('retry-after'))).toBeGreaterThan(3_000)
})

test('without a session it is refused', async () => {
  const { set } = await setup()
  expect((await set({ newPassword: NEW }, '')).status).toBe(401)
})
