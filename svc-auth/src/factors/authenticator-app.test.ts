import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createSoftPasskey } from '../testing/authenticator.ts'
import { addPasskeyTo, codeAt, newBrowser, newMember, setUpApp } from '../testing/factors.ts'
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

const errorCode = (response: { headers: Headers }) => response.headers.get('inkproof-error')
const clockPlus = (seconds: number) => new Date(clock.getTime() + seconds * 1_000)

/** Registers a person in a new browser and sets up an authenticator app. */
async function setup() {
  const browser = newBrowser(auth)
  const member = await newMember(browser)
  const app = await setUpApp(browser, member.token, clock)
  return { browser, ...member, ...app }
}

type Browser = ReturnType<typeof newBrowser>
type Credentials = { email: string; password: string }

/** Sends the first factor. Returns the pending sign-in. */
async function startSignIn(browser: Browser, { email, password }: Credentials) {
  return (await browser('POST', '/login', { email, password })).body().secondFactor
}

/** Signs in with the password and the given second factor. */
async function sendFactor(browser: Browser, member: Credentials, factor: object) {
  const { id } = await startSignIn(browser, member)
  return browser('POST', '/login/second-factor', { id, ...factor })
}

test('an app is required at sign-in only after its first code is confirmed', async () => {
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
  expect([wrong.status, errorCode(wrong)]).toEqual([403, 'CODE_WRONG'])
  const right = await browser('POST', '/app/confirm', { code: codeAt(secret, clock) }, token)
  expect(right.body().recoveryCodes).toHaveLength(10)
  expect((await browser('POST', '/login', { email, password })).status).toBe(202)
  const account = (await browser('GET', '/account', undefined, token)).body()
  expect(account).toMatchObject({ appAddedAt: clock.toISOString(), recoveryCodesLeft: 10 })
})

test('the secret is stored encrypted and the recovery codes hashed', async () => {
  const { id, secret, recoveryCodes } = await setup()
  const row = await auth.mongo.connection.collection('accounts').findOne({ _id: id as never })
  const stored = JSON.stringify(row)
  expect(stored).not.toContain(secret)
  for (const recoveryCode of recoveryCodes) expect(stored).not.toContain(recoveryCode)
  expect(row?.['recoveryCodes']).toHaveLength(10)
})

test('a secret copied to another account cannot be decrypted there', async () => {
  const [source, target] = [await setup(), await setup()]
  const accounts = auth.mongo.connection.collection('accounts')
  const row = await accounts.findOne({ _id: source.id as never })
  const secret = row?.['app'].secret
  await accounts.updateOne({ _id: target.id as never }, { $set: { 'app.secret': secret } })
  const response = await sendFactor(target.browser, target, { code: codeAt(source.secret, clock) })
  expect(response.status).toBe(500)
})

test('a sign-in requires the password and a code; the password alone starts no session', async () => {
  const { browser, secret, ...member } = await setup()
  const { email, password } = member
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
  expect(second.body().user.id).toBe(member.id)
})

test.each([
  ['the step before', -30, 200],
  ['the step after', 30, 200],
  ['two steps before', -60, 403],
  ['two steps after', 60, 403],
])('a code from %s (%d s) gets the status %d', async (_, seconds, status) => {
  const { browser, secret, ...member } = await setup()
  // The app was confirmed with a code of an earlier step, so all of these are unused.
  clock = clockPlus(90)
  const response = await sendFactor(browser, member, { code: codeAt(secret, clockPlus(seconds)) })
  expect(response.status).toBe(status)
})

test('a code works once, and older codes no longer work after it', async () => {
  const { browser, secret, ...member } = await setup()
  const current = codeAt(secret, clock)
  expect((await sendFactor(browser, member, { code: current })).status).toBe(200)
  expect(errorCode(await sendFactor(browser, member, { code: current }))).toBe('CODE_WRONG')
  const previous = codeAt(secret, clockPlus(-30))
  expect(errorCode(await sendFactor(browser, member, { code: previous }))).toBe('CODE_WRONG')
  clock = clockPlus(30)
  expect((await sendFactor(browser, member, { code: codeAt(secret, clock) })).status).toBe(200)
})

test('the code that confirmed the app cannot be used to sign in', async () => {
  const { browser, secret, ...member } = await setup()
  expect(
    errorCode(await sendFactor(browser, member, { code: codeAt(secret, clockPlus(-30)) })),
  ).toBe('CODE_WRONG')
})

test('only one of twenty concurrent sign-ins with the same code succeeds', async () => {
  const { browser, secret, ...member } = await setup()
  const pending = []
  for (let i = 0; i < 20; i += 1) pending.push(await startSignIn(browser, member))
  const current = codeAt(secret, clock)
  const responses = await Promise.all(
    pending.map(({ id }) => browser('POST', '/login/second-factor', { id, code: current })),
  )
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 403 || status === 429)).toHaveLength(19)
})

test('a pending sign-in allows five attempts, in its own browser only', async () => {
  const { browser, secret, ...member } = await setup()
  const { id } = await startSignIn(browser, member)
  const send = (from: Browser, typed: string) =>
    from('POST', '/login/second-factor', { id, code: typed })
  const right = codeAt(secret, clock)
  expect(errorCode(await send(newBrowser(auth), right))).toBe('SIGN_IN_EXPIRED')
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(errorCode(await send(browser, '000000'))).toBe('CODE_WRONG')
  }
  expect(errorCode(await send(browser, right))).toBe('SIGN_IN_EXPIRED')
})

test('a completed sign-in cannot be completed again', async () => {
  const { browser, recoveryCodes, ...member } = await setup()
  const { id } = await startSignIn(browser, member)
  const send = (recoveryCode = '') => browser('POST', '/login/second-factor', { id, recoveryCode })
  expect((await send(recoveryCodes[0])).status).toBe(200)
  expect(errorCode(await send(recoveryCodes[1]))).toBe('SIGN_IN_EXPIRED')
})

test('unknown browsers share ten attempts, and the owner’s browser can still sign in', async () => {
  const { browser, secret, ...member } = await setup()
  const statuses = []
  for (let guess = 0; guess < 12; guess += 1) {
    statuses.push((await sendFactor(newBrowser(auth), member, { code: '000000' })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(403), 429, 429])
  expect((await sendFactor(browser, member, { code: codeAt(secret, clock) })).status).toBe(200)
})

test('a new browser with no attempts left for app codes can sign in with a recovery code', async () => {
  const { secret, recoveryCodes, ...member } = await setup()
  for (let guess = 0; guess < 10; guess += 1) {
    await sendFactor(newBrowser(auth), member, { code: '000000' })
  }
  const fresh = newBrowser(auth)
  const refused = await sendFactor(fresh, member, { code: codeAt(secret, clock) })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
  const recovered = await sendFactor(fresh, member, { recoveryCode: recoveryCodes[0] })
  expect(recovered.status).toBe(200)
})

test('a recovery code signs in once, regardless of letter case and separators, and the owner is notified', async () => {
  const { browser, recoveryCodes, ...member } = await setup()
  const [first = ''] = recoveryCodes
  expect(first).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  const typed = first.toLowerCase().replaceAll('-', ' ')
  expect((await sendFactor(browser, member, { recoveryCode: typed })).status).toBe(200)
  expect(errorCode(await sendFactor(browser, member, { recoveryCode: first }))).toBe('CODE_WRONG')
  const account = (await browser('GET', '/account', undefined, member.token)).body()
  expect(account.recoveryCodesLeft).toBe(9)
  const events = await eventsOf(member.id, 'recovery-code-used')
  expect(events).toMatchObject([{ data: { left: '9' }, mail: { to: member.email } }])
})

test('only one of twenty concurrent uses of the same recovery code succeeds', async () => {
  const { browser, recoveryCodes, ...member } = await setup()
  const pending = []
  for (let i = 0; i < 20; i += 1) pending.push(await startSignIn(browser, member))
  const responses = await Promise.all(
    pending.map(({ id }) =>
      browser('POST', '/login/second-factor', { id, recoveryCode: recoveryCodes[3] }),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)])
})

test('new recovery codes invalidate the old ones', async () => {
  const { browser, recoveryCodes, ...member } = await setup()
  const fresh = (await browser('POST', '/recovery-codes', {}, member.token)).body().recoveryCodes
  expect(fresh).toHaveLength(10)
  const old = await sendFactor(browser, member, { recoveryCode: recoveryCodes[0] })
  expect(errorCode(old)).toBe('CODE_WRONG')
  expect((await sendFactor(browser, member, { recoveryCode: fresh[0] })).status).toBe(200)
})

test('a passkey of the account is accepted as second factor', async () => {
  const { browser, ...member } = await setup()
  const origin = new URL(auth.config.PUBLIC_ORIGIN).origin
  const [mine, theirs] = [createSoftPasskey(origin), createSoftPasskey(origin)]
  await addPasskeyTo(browser, member.token, mine)
  const stranger = newBrowser(auth)
  await addPasskeyTo(stranger, (await newMember(stranger)).token, theirs)
  const sendPasskey = async (passkey: typeof mine) => {
    const options = (await browser('POST', '/login/passkey/options')).body()
    return sendFactor(browser, member, { passkey: passkey.use(options) })
  }
  expect(errorCode(await sendPasskey(theirs))).toBe('PASSKEY_REFUSED')
  expect((await sendPasskey(mine)).body().user.id).toBe(member.id)
})

test('a sign-in by passkey requires no code, because it counts as two factors', async () => {
  const { browser, ...member } = await setup()
  const passkey = createSoftPasskey(new URL(auth.config.PUBLIC_ORIGIN).origin)
  await addPasskeyTo(browser, member.token, passkey)
  const options = (await browser('POST', '/login/passkey/options')).body()
  const response = await browser('POST', '/login/passkey', { passkey: passkey.use(options) })
  expect(response.status).toBe(200)
})

test('a pending sign-in ends when all sessions of the account end', async () => {
  const { browser, secret, ...member } = await setup()
  const passkey = createSoftPasskey(new URL(auth.config.PUBLIC_ORIGIN).origin)
  await addPasskeyTo(browser, member.token, passkey)
  const { id } = await startSignIn(browser, member)
  await browser('DELETE', '/password', undefined, member.token)
  const response = await browser('POST', '/login/second-factor', {
    id,
    code: codeAt(secret, clock),
  })
  expect(errorCode(response)).toBe('SIGN_IN_EXPIRED')
})

test('removing the app removes its recovery codes; a second app cannot be added', async () => {
  const { browser, token, ...member } = await setup()
  expect(errorCode(await browser('POST', '/app', {}, token))).toBe('AUTHENTICATOR_APP_EXISTS')
  expect((await browser('DELETE', '/app', undefined, token)).status).toBe(204)
  const account = (await browser('GET', '/account', undefined, token)).body()
  expect(account).toMatchObject({ appAddedAt: null, recoveryCodesLeft: 0 })
  expect(
    (await browser('POST', '/login', { email: member.email, password: member.password })).status,
  ).toBe(200)
  expect(errorCode(await browser('DELETE', '/app', undefined, token))).toBe('NO_AUTHENTICATOR_APP')
  expect(errorCode(await browser('POST', '/recovery-codes', {}, token))).toBe(
    'NO_AUTHENTICATOR_APP',
  )
  expect(errorCode(await browser('POST', '/app/confirm', { code: '123456' }, token))).toBe(
    'NO_AUTHENTICATOR_APP',
  )
})

test('changes of the authenticator app and of the recovery codes are recorded and mailed', async () => {
  const { browser, token, id, email } = await setup()
  await browser('POST', '/recovery-codes', {}, token)
  await browser('DELETE', '/app', undefined, token)
  for (const kind of ['app-added', 'recovery-codes-made', 'app-removed']) {
    expect(await eventsOf(id, kind)).toMatchObject([{ mail: { to: email } }])
  }
})

test.each(['12345', '1234567', 'abcdef', '１２３４５６', ''])(
  '%j is not a code and is refused',
  async (typed) => {
    const { browser, ...member } = await setup()
    expect((await sendFactor(browser, member, { code: typed })).status).toBe(400)
  },
)

function eventsOf(accountId: string, kind: string) {
  return auth.mongo.connection.collection('events').find({ accountId, kind }).toArray()
}
