import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { softPasskey } from '../testing/authenticator.ts'
import { codeAt, giveApp, givePasskey, newBrowser, newMember } from '../testing/factors.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'

let auth: TestAuth
let clock = new Date()
beforeAll(async () => {
  auth = await startAuth({ now: () => clock })
})
beforeEach(() => {
  clock = new Date()
})
afterAll(() => auth.stop())

const code = (answer: { headers: Headers }) => answer.headers.get('inkproof-error')
const later = (seconds: number) => new Date(clock.getTime() + seconds * 1_000)

/** A member with an authenticator app, in the browser they signed up in. */
async function setup() {
  const browser = newBrowser(auth)
  const member = await newMember(browser)
  const app = await giveApp(browser, member.token, clock)
  return { browser, ...member, ...app }
}

type Browser = ReturnType<typeof newBrowser>
type Who = { email: string; password: string }

/** The first factor: returns the pending sign-in. */
async function begin(browser: Browser, { email, password }: Who) {
  return (await browser('POST', '/login', { email, password })).body().secondFactor
}

async function show(browser: Browser, who: Who, factor: object) {
  const { id } = await begin(browser, who)
  return browser('POST', '/login/second-factor', { id, ...factor })
}

test('an app is set up with its secret and required only after its first code', async () => {
  const browser = newBrowser(auth)
  const member = await newMember(browser)
  const { secret, uri } = (await browser('POST', '/app', {}, member.token)).body()
  const { email, password, token } = member
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toBe(
    `otpauth://totp/Inkproof:${encodeURIComponent(email)}?secret=${secret}&issuer=Inkproof`,
  )
  expect((await browser('POST', '/login', { email, password })).status).toBe(200)
  const wrong = await browser('POST', '/app/confirm', { code: '000000' }, token)
  expect([wrong.status, code(wrong)]).toEqual([403, 'CODE_WRONG'])
  const right = await browser('POST', '/app/confirm', { code: codeAt(secret, clock) }, token)
  expect(right.body().recoveryCodes).toHaveLength(10)
  expect((await browser('POST', '/login', { email, password })).status).toBe(202)
  const account = (await browser('GET', '/account', undefined, token)).body()
  expect(account).toMatchObject({ appAddedAt: clock.toISOString(), recoveryCodesLeft: 10 })
})

test('the secret and the recovery codes are stored unreadably', async () => {
  const { id, secret, recoveryCodes } = await setup()
  const row = await auth.mongo.connection.collection('accounts').findOne({ _id: id as never })
  const stored = JSON.stringify(row)
  expect(stored).not.toContain(secret)
  for (const one of recoveryCodes) expect(stored).not.toContain(one)
  expect(row?.['recoveryCodes']).toHaveLength(10)
})

test('a secret copied to another account cannot be decrypted there', async () => {
  const [one, other] = [await setup(), await setup()]
  const accounts = auth.mongo.connection.collection('accounts')
  const row = await accounts.findOne({ _id: one.id as never })
  const secret = row?.['app'].secret
  await accounts.updateOne({ _id: other.id as never }, { $set: { 'app.secret': secret } })
  const response = await show(other.browser, other, { code: codeAt(one.secret, clock) })
  expect(response.status).toBe(500)
})

test('password and code sign in; the password alone gives no session', async () => {
  const { browser, secret, ...who } = await setup()
  const { email, password } = who
  const first = await browser('POST', '/login', { email, password })
  expect(first.status).toBe(202)
  expect(first.body()).toEqual({
    secondFactor: {
      id: expect.any(String),
      methods: ['app', 'recovery'],
      expiresAt: expect.any(String),
    },
  })
  const { id } = first.body().secondFactor
  const second = await browser('POST', '/login/second-factor', { id, code: codeAt(secret, clock) })
  expect(second.status).toBe(200)
  expect(second.body().user.id).toBe(who.id)
})

test.each([
  ['the step before', -30, 200],
  ['the step after', 30, 200],
  ['two steps before', -60, 403],
  ['two steps after', 60, 403],
])('a clock that is off: a code of %s', async (_, seconds, status) => {
  const { browser, secret, ...who } = await setup()
  // The app was confirmed with a code of an earlier step, so all of these are unused.
  clock = later(90)
  const response = await show(browser, who, { code: codeAt(secret, later(seconds)) })
  expect(response.status).toBe(status)
})

test('no code works twice, nor one older than the last used one', async () => {
  const { browser, secret, ...who } = await setup()
  const now = codeAt(secret, clock)
  expect((await show(browser, who, { code: now })).status).toBe(200)
  expect(code(await show(browser, who, { code: now }))).toBe('CODE_WRONG')
  const before = codeAt(secret, later(-30))
  expect(code(await show(browser, who, { code: before }))).toBe('CODE_WRONG')
  clock = later(30)
  expect((await show(browser, who, { code: codeAt(secret, clock) })).status).toBe(200)
})

test('the code that confirmed the app cannot be used to sign in', async () => {
  const { browser, secret, ...who } = await setup()
  expect(code(await show(browser, who, { code: codeAt(secret, later(-30)) }))).toBe('CODE_WRONG')
})

test('of twenty concurrent sign-ins with one code, one succeeds', async () => {
  const { browser, secret, ...who } = await setup()
  const pending = []
  for (let one = 0; one < 20; one += 1) pending.push(await begin(browser, who))
  const now = codeAt(secret, clock)
  const responses = await Promise.all(
    pending.map(({ id }) => browser('POST', '/login/second-factor', { id, code: now })),
  )
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 403 || status === 429)).toHaveLength(19)
})

test('a pending sign-in allows five attempts, in its own browser only', async () => {
  const { browser, secret, ...who } = await setup()
  const { id } = await begin(browser, who)
  const send = (from: Browser, shown: string) =>
    from('POST', '/login/second-factor', { id, code: shown })
  const right = codeAt(secret, clock)
  expect(code(await send(newBrowser(auth), right))).toBe('SIGN_IN_EXPIRED')
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(code(await send(browser, '000000'))).toBe('CODE_WRONG')
  }
  expect(code(await send(browser, right))).toBe('SIGN_IN_EXPIRED')
})

test('a completed sign-in cannot be completed again', async () => {
  const { browser, recoveryCodes, ...who } = await setup()
  const { id } = await begin(browser, who)
  const send = (recoveryCode = '') => browser('POST', '/login/second-factor', { id, recoveryCode })
  expect((await send(recoveryCodes[0])).status).toBe(200)
  expect(code(await send(recoveryCodes[1]))).toBe('SIGN_IN_EXPIRED')
})

test('unknown browsers share ten attempts, and the owner can still sign in', async () => {
  const { browser, secret, ...who } = await setup()
  const statuses = []
  for (let guess = 0; guess < 12; guess += 1) {
    statuses.push((await show(newBrowser(auth), who, { code: '000000' })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(403), 429, 429])
  expect((await show(browser, who, { code: codeAt(secret, clock) })).status).toBe(200)
})

test('in a new browser the owner signs in with a recovery code while others guess', async () => {
  const { secret, recoveryCodes, ...who } = await setup()
  for (let guess = 0; guess < 10; guess += 1) {
    await show(newBrowser(auth), who, { code: '000000' })
  }
  const fresh = newBrowser(auth)
  const refused = await show(fresh, who, { code: codeAt(secret, clock) })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
  const recovered = await show(fresh, who, { recoveryCode: recoveryCodes[0] })
  expect(recovered.status).toBe(200)
})

test('a recovery code signs in once, in any spelling, and the owner is notified', async () => {
  const { browser, recoveryCodes, ...who } = await setup()
  const [first = ''] = recoveryCodes
  expect(first).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  const typed = first.toLowerCase().replaceAll('-', ' ')
  expect((await show(browser, who, { recoveryCode: typed })).status).toBe(200)
  expect(code(await show(browser, who, { recoveryCode: first }))).toBe('CODE_WRONG')
  const account = (await browser('GET', '/account', undefined, who.token)).body()
  expect(account.recoveryCodesLeft).toBe(9)
  const told = await eventsOf(who.id, 'recovery-code-used')
  expect(told).toMatchObject([{ data: { left: '9' }, mail: { to: who.email } }])
})

test('of twenty concurrent uses of one recovery code one succeeds', async () => {
  const { browser, recoveryCodes, ...who } = await setup()
  const pending = []
  for (let one = 0; one < 20; one += 1) pending.push(await begin(browser, who))
  const responses = await Promise.all(
    pending.map(({ id }) =>
      browser('POST', '/login/second-factor', { id, recoveryCode: recoveryCodes[3] }),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)])
})

test('new recovery codes void the old ones', async () => {
  const { browser, recoveryCodes, ...who } = await setup()
  const fresh = (await browser('POST', '/recovery-codes', {}, who.token)).body().recoveryCodes
  expect(fresh).toHaveLength(10)
  const old = await show(browser, who, { recoveryCode: recoveryCodes[0] })
  expect(code(old)).toBe('CODE_WRONG')
  expect((await show(browser, who, { recoveryCode: fresh[0] })).status).toBe(200)
})

test('a passkey of this account is a second factor too', async () => {
  const { browser, ...who } = await setup()
  const origin = new URL(auth.config.PUBLIC_ORIGIN).origin
  const [mine, foreign] = [softPasskey(origin), softPasskey(origin)]
  await givePasskey(browser, who.token, mine)
  const stranger = newBrowser(auth)
  await givePasskey(stranger, (await newMember(stranger)).token, foreign)
  const showPasskey = async (passkey: typeof mine) => {
    const options = (await browser('POST', '/login/passkey/options')).body()
    return show(browser, who, { passkey: passkey.use(options) })
  }
  expect(code(await showPasskey(foreign))).toBe('PASSKEY_REFUSED')
  expect((await showPasskey(mine)).body().user.id).toBe(who.id)
})

test('a passkey alone needs no code, because it counts as two factors', async () => {
  const { browser, ...who } = await setup()
  const passkey = softPasskey(new URL(auth.config.PUBLIC_ORIGIN).origin)
  await givePasskey(browser, who.token, passkey)
  const options = (await browser('POST', '/login/passkey/options')).body()
  const response = await browser('POST', '/login/passkey', { passkey: passkey.use(options) })
  expect(response.status).toBe(200)
})

test('a pending sign-in ends when all sessions of the account end', async () => {
  const { browser, secret, ...who } = await setup()
  const passkey = softPasskey(new URL(auth.config.PUBLIC_ORIGIN).origin)
  await givePasskey(browser, who.token, passkey)
  const { id } = await begin(browser, who)
  await browser('DELETE', '/password', undefined, who.token)
  const response = await browser('POST', '/login/second-factor', {
    id,
    code: codeAt(secret, clock),
  })
  expect(code(response)).toBe('SIGN_IN_EXPIRED')
})

test('an app is removed with its recovery codes; a second one cannot be set up', async () => {
  const { browser, token, ...who } = await setup()
  expect(code(await browser('POST', '/app', {}, token))).toBe('APP_IS_ON')
  expect((await browser('DELETE', '/app', undefined, token)).status).toBe(204)
  const account = (await browser('GET', '/account', undefined, token)).body()
  expect(account).toMatchObject({ appAddedAt: null, recoveryCodesLeft: 0 })
  expect(
    (await browser('POST', '/login', { email: who.email, password: who.password })).status,
  ).toBe(200)
  expect(code(await browser('DELETE', '/app', undefined, token))).toBe('APP_IS_OFF')
  expect(code(await browser('POST', '/recovery-codes', {}, token))).toBe('APP_IS_OFF')
  expect(code(await browser('POST', '/app/confirm', { code: '123456' }, token))).toBe('APP_IS_OFF')
})

test('every change of factors is in the history and mailed', async () => {
  const { browser, token, id, email } = await setup()
  await browser('POST', '/recovery-codes', {}, token)
  await browser('DELETE', '/app', undefined, token)
  for (const kind of ['app-added', 'recovery-codes-made', 'app-removed']) {
    expect(await eventsOf(id, kind)).toMatchObject([{ mail: { to: email } }])
  }
})

test.each(['12345', '1234567', 'abcdef', '１２３４５６', ''])(
  '%j is not a code, and is refused before anything is counted',
  async (typed) => {
    const { browser, ...who } = await setup()
    expect((await show(browser, who, { code: typed })).status).toBe(400)
  },
)

function eventsOf(accountId: string, kind: string) {
  return auth.mongo.connection.collection('events').find({ accountId, kind }).toArray()
}
