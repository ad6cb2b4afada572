import { SignedIn, User } from '@inkproof/protocol/auth'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { person, startAuth, type TestAuth } from '../testing/start.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.stop())

const me = (token?: string) => auth.send('GET', '/api/auth/me', undefined, token)
const login = (fields: object) => auth.send('POST', '/api/auth/login', fields)

test('registering creates an account, signs in and creates a personal workspace', async () => {
  const response = await auth.register({
    email: 'Ann@Example.com',
    firstName: ' Ann ',
    lastName: 'Lee',
  })
  const { user, token } = SignedIn.parse(response.body())
  expect([response.status, user.firstName, user.lastName, user.email]).toEqual([
    201,
    'Ann',
    'Lee',
    'Ann@Example.com',
  ])
  expect(user.workspaceId).toMatch(/^[\w-]{22}$/)
  expect((await me(token)).body()).toEqual({ user })
})

test('signing in requires the right password and accepts the address in any case', async () => {
  const { email, password } = person()
  await auth.register({ email, password })
  const response = await login({ email: email.toUpperCase(), password })
  expect([response.status, User.parse(response.body().user).email]).toEqual([200, email])
})

test('signing in accepts the same password in another Unicode normalization form', async () => {
  const { email } = person()
  await auth.register({ email, password: 'caf\u00e9 caf\u00e9' })
  expect((await login({ email, password: 'cafe\u0301 cafe\u0301' })).status).toBe(200)
})

test('an unknown address and a wrong password get the same response', async () => {
  const { email, password } = person()
  await auth.register({ email, password })
  const wrong = await login({ email, password: 'wrong password' })
  const unknown = await login(person())
  expect([wrong.status, wrong.text]).toEqual([
    401,
    'Incorrect e-mail address or password. Check both and try again.',
  ])
  expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
})

test('an unknown address takes as long as a wrong password', async () => {
  const { email, password } = person()
  await auth.register({ email, password })
  const [known, unknown] = [[] as number[], [] as number[]]
  // Interleaved, so that other load on the machine affects both.
  for (let round = 0; round < 15; round++) {
    known.push(await timed(() => login({ email, password: 'wrong password' })))
    unknown.push(await timed(() => login(person())))
  }
  const ratio = median(unknown) / median(known)
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.6)
})

test('a second registration of an address is refused, whatever its letter case', async () => {
  const { email } = person()
  await auth.register({ email })
  const second = await auth.register({ email: email.toUpperCase() })
  expect([second.status, second.text]).toEqual([
    409,
    'An account with this e-mail address already exists. Sign in instead.',
  ])
})

test('twenty concurrent registrations with one address create one account', async () => {
  const fields = person()
  const responses = await Promise.all(Array.from({ length: 20 }, () => auth.register(fields)))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  expect(
    await auth.mongo.connection.collection('accounts').countDocuments({ email: fields.email }),
  ).toBe(1)
})

test('after a crash between storing the identity and the account, the address cannot sign in but can register', async () => {
  const { email, password } = person()
  const identity = {
    _id: `email:${email}` as never,
    accountId: 'left behind',
    createdAt: new Date(),
  }
  await auth.mongo.connection.collection('identities').insertOne(identity)
  expect((await login({ email, password })).status).toBe(401)
  const response = await auth.register({ email, password })
  expect([response.status, response.body().user.id]).toEqual([201, 'left behind'])
  expect((await login({ email, password })).status).toBe(200)
})

test('the password is stored as Argon2id with 19 MiB and two passes, and never returned', async () => {
  const { email } = person()
  const response = await auth.register({ email })
  const row = await auth.mongo.connection.collection('accounts').findOne({ email })
  expect(row?.['passwordHash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(response.text).not.toContain('argon2')
})

test.each([7, 1, 0])('refuses a password of %d characters', async (length) => {
  const response = await auth.register({ password: 'x'.repeat(length) })
  expect([response.status, response.text]).toEqual([
    400,
    'Password must be at least 8 characters long. Choose a longer password.',
  ])
})

test.each<[string, unknown]>([
  ['malformed JSON', '{"email":'],
  ['a body that is not an object', '[]'],
  ['null', 'null'],
  ['an unknown field', { ...person(), isAdmin: true }],
  ['a missing e-mail address', { password: 'long enough' }],
  ['an invalid e-mail address', { ...person(), email: 'ann' }],
  ['two addresses', { ...person(), email: 'a@example.com,b@example.com' }],
  ['a query as the address', { ...person(), email: { $ne: null } }],
  ['a number as the password', { ...person(), password: 12345678 }],
  ['an overlong password', { ...person(), password: 'x'.repeat(1025) }],
  ['an overlong name', { ...person(), firstName: 'x'.repeat(101) }],
  ['an unpaired surrogate in a name', { ...person(), lastName: '\ud800' }],
  ['a line break in a name', { ...person(), firstName: 'Ada\r\nBcc: all' }],
])('registration and sign-in refuse %s with a one-sentence error', async (_what, body) => {
  for (const path of ['/api/auth/register', '/api/auth/login']) {
    const response = await auth.send('POST', path, body)
    expect(response.status).toBe(400)
    expect(response.text).toMatch(/^The request is not valid .*\.$/)
  }
})

test('a request body of one megabyte is refused', async () => {
  const response = await auth.register({ firstName: 'x'.repeat(1_000_000) })
  expect(response.status).toBe(413)
})

test('password guesses for one account from one IP address are limited, with a Retry-After header', async () => {
  const { email } = person()
  const headers = { 'x-forwarded-for': '192.0.2.77' }
  const guess = () =>
    auth.send('POST', '/api/auth/login', { email, password: 'a guess' }, undefined, headers)
  const responses = []
  for (let round = 0; round < 21; round++) responses.push(await guess())
  expect(responses.slice(0, 20).every(({ status }) => status === 401)).toBe(true)
  expect(responses[20]?.status).toBe(429)
  expect(Number(responses[20]?.headers.get('retry-after'))).toBeGreaterThan(200)
  // The owner, at another IP address, is not locked out.
  expect((await login({ email, password: 'x' })).status).toBe(401)
})

async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
