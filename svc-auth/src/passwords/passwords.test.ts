import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { emailIdentity } from '../accounts/identities.ts'
import { deriveKey } from '../platform/derive-key.ts'
import { person, startAuth, type TestAuth, type TestResponse } from '../testing/start.ts'
import { tokenModel } from '../tokens/tokens.model.ts'
import { createTokens } from '../tokens/tokens.ts'

const MINUTE_MS = 60_000
const NEW_PASSWORD = 'blotting paper and sand'

let auth: TestAuth
let clockOffsetMs = 0
beforeAll(async () => {
  auth = await startAuth({ now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => auth.stop())

async function setup() {
  clockOffsetMs = 0
  const credentials = person()
  const { user, token } = (await auth.register(credentials)).body()
  const login = (password: string) =>
    auth.send('POST', '/api/auth/login', { ...credentials, password })
  return {
    credentials,
    login,
    token: token as string,
    accountId: user.id as string,
    setPassword: (body: object, bearer = token) =>
      auth.send('POST', '/api/auth/password', body, bearer),
    updateRow: (fields: object) =>
      auth.mongo.connection.collection('accounts').updateOne({ _id: user.id }, { $set: fields }),
    events: () =>
      auth.mongo.connection
        .collection('events')
        .find({ accountId: user.id, kind: 'password-set' })
        .toArray(),
  }
}

const me = (token: string) => auth.send('GET', '/api/auth/me', undefined, token)
const statusAndCode = (response: TestResponse) => [
  response.status,
  response.headers.get('inkproof-error'),
]

test('after a change only the new password works, and the owner is notified', async () => {
  const { credentials, setPassword, login, events } = await setup()
  expect(
    (await setPassword({ currentPassword: credentials.password, newPassword: NEW_PASSWORD }))
      .status,
  ).toBe(204)
  expect((await login(NEW_PASSWORD)).status).toBe(200)
  expect((await login(credentials.password)).status).toBe(401)
  expect(await events()).toMatchObject([{ mail: { to: credentials.email } }])
})

test('changing the password ends all other sessions', async () => {
  const { credentials, token, setPassword, login } = await setup()
  const other = (await login(credentials.password)).body().token
  await setPassword({ currentPassword: credentials.password, newPassword: NEW_PASSWORD })
  expect((await me(token)).status).toBe(200)
  expect(statusAndCode(await me(other))).toEqual([401, 'SESSION_ENDED'])
})

test('changing the password withdraws reset links already sent', async () => {
  const { credentials, setPassword } = await setup()
  const tokens = createTokens({
    model: tokenModel(auth.mongo.connection),
    key: deriveKey(auth.config.AUTH_KEY, 'mailed links'),
    now: () => new Date(),
    enqueue: () => undefined,
  })
  const link = await tokens.create({
    kind: 'reset',
    ownerId: emailIdentity(credentials.email),
    ttlMs: MINUTE_MS,
    mailTo: credentials.email,
  })
  await setPassword({ currentPassword: credentials.password, newPassword: NEW_PASSWORD })
  await expect(tokens.find('reset', tokens.secretOf(link))).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
  })
})

test.each<[string, object]>([
  ['a wrong current password', { currentPassword: 'not it at all', newPassword: NEW_PASSWORD }],
  ['no current password', { newPassword: NEW_PASSWORD }],
])('%s changes nothing and ends no session', async (_what, body) => {
  const { token, setPassword, login, events } = await setup()
  expect(statusAndCode(await setPassword(body))).toEqual([403, 'PASSWORD_WRONG'])
  expect((await me(token)).status).toBe(200)
  expect((await login(NEW_PASSWORD)).status).toBe(401)
  expect(await events()).toEqual([])
})

test.each([
  ['short', 'PASSWORD_TOO_SHORT'],
  ['letmein1', 'PASSWORD_TOO_COMMON'],
  ['inkproof of horses', 'PASSWORD_HAS_NAME'],
])(
  'the new password "%s" is refused by a change and by a registration',
  async (newPassword, errorCode) => {
    const { credentials, setPassword } = await setup()
    const response = await setPassword({ currentPassword: credentials.password, newPassword })
    expect(statusAndCode(response)).toEqual([400, errorCode])
    expect(response.headers.get('inkproof-fields')).toBe('newPassword')
    const registration = await auth.register({ password: newPassword })
    expect(statusAndCode(registration)).toEqual([400, errorCode])
    expect(registration.headers.get('inkproof-fields')).toBe('password')
  },
)

test('a change requires a recent sign-in, besides the password, only with an authenticator app', async () => {
  const { credentials, setPassword, updateRow } = await setup()
  clockOffsetMs = 11 * MINUTE_MS
  expect(
    (await setPassword({ currentPassword: credentials.password, newPassword: NEW_PASSWORD }))
      .status,
  ).toBe(204)
  await updateRow({ app: { secret: 'x', confirmedAt: new Date(), usedStep: 0 } })
  const again = { currentPassword: NEW_PASSWORD, newPassword: 'another one of the kind' }
  expect(statusAndCode(await setPassword(again))).toEqual([403, 'PROOF_NEEDED'])
  clockOffsetMs = 0
  expect((await setPassword(again)).status).toBe(204)
})

test('setting a first password requires a confirmed address and a recent sign-in', async () => {
  const { setPassword, login, updateRow } = await setup()
  await updateRow({ passwordHash: null })
  expect(statusAndCode(await setPassword({ newPassword: NEW_PASSWORD }))).toEqual([
    409,
    'EMAIL_UNCONFIRMED',
  ])
  await updateRow({ emailConfirmedAt: new Date() })
  clockOffsetMs = 11 * MINUTE_MS
  expect(statusAndCode(await setPassword({ newPassword: NEW_PASSWORD }))).toEqual([
    403,
    'PROOF_NEEDED',
  ])
  clockOffsetMs = 0
  expect((await setPassword({ newPassword: NEW_PASSWORD })).status).toBe(204)
  expect((await login(NEW_PASSWORD)).status).toBe(200)
})

test('only one of two concurrent changes succeeds', async () => {
  const { credentials, setPassword, login } = await setup()
  const candidates = ['blotting paper', 'sealing wax etc']
  const responses = await Promise.all(
    candidates.map((newPassword) =>
      setPassword({ currentPassword: credentials.password, newPassword }),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 403])
  const winner = candidates[responses.findIndex(({ status }) => status === 204)] ?? ''
  expect((await login(winner)).status).toBe(200)
})

test('guesses of the current password are limited per session, with a Retry-After header', async () => {
  const { setPassword } = await setup()
  const guesses = []
  for (let round = 0; round < 21; round += 1)
    guesses.push(await setPassword({ currentPassword: 'a guess', newPassword: NEW_PASSWORD }))
  expect(guesses.slice(0, 20).every(({ status }) => status === 403)).toBe(true)
  expect(guesses[20]?.status).toBe(429)
  expect(Number(guesses[20]?.headers.get('retry-after'))).toBeGreaterThan(3_000)
})

test('setting a password requires a session', async () => {
  const { setPassword } = await setup()
  expect((await setPassword({ newPassword: NEW_PASSWORD }, '')).status).toBe(401)
})
