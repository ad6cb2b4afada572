import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createSoftPasskey } from '../testing/authenticator.ts'
import { addPasskeyTo, codeAt, newBrowser, newMember, setUpApp } from '../testing/factors.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { createTestWallet } from '../testing/wallets.ts'

let auth: TestAuth
let origin: string
let clock = new Date()
beforeAll(async () => {
  auth = await startAuth({ now: () => clock })
  origin = new URL(auth.config.PUBLIC_ORIGIN).origin
})
beforeEach(() => {
  clock = new Date()
})
afterAll(() => auth.stop())

const errorCode = (response: { headers: Headers }) => response.headers.get('inkproof-error')
const MINUTE_MS = 60_000

/**
 * Registers a person. `tryChange` attempts a change that requires a recent sign-in or reauthentication, and returns
 * true or the error code. `advanceClock` makes the last sign-in or reauthentication too old for that.
 */
async function setup() {
  const browser = newBrowser(auth)
  const member = await newMember(browser)
  const advanceClock = () => {
    clock = new Date(clock.getTime() + 11 * MINUTE_MS)
  }
  const tryChange = async () => {
    const response = await browser('POST', '/passkeys/options', {}, member.token)
    return response.status === 200 ? true : errorCode(response)
  }
  const prove = (proof: object) => browser('POST', '/prove', proof, member.token)
  return { browser, ...member, advanceClock, tryChange, prove }
}

test('the password confirms the identity for ten minutes', async () => {
  const { advanceClock, tryChange, prove, password } = await setup()
  expect(await tryChange()).toBe(true)
  advanceClock()
  expect(await tryChange()).toBe('PROOF_NEEDED')
  const wrong = await prove({ password: 'a guess' })
  expect([wrong.status, errorCode(wrong)]).toEqual([403, 'PASSWORD_WRONG'])
  expect(wrong.headers.get('inkproof-fields')).toBe('password')
  expect(await tryChange()).toBe('PROOF_NEEDED')
  expect((await prove({ password })).status).toBe(204)
  expect(await tryChange()).toBe(true)
  advanceClock()
  expect(await tryChange()).toBe('PROOF_NEEDED')
})

test('reauthentication in one session does not count in another', async () => {
  const { advanceClock, tryChange, email, password } = await setup()
  advanceClock()
  const other = newBrowser(auth)
  const { token } = (await other('POST', '/login', { email, password })).body()
  expect((await other('POST', '/prove', { password }, token)).status).toBe(204)
  expect(await tryChange()).toBe('PROOF_NEEDED')
})

test('an account with an authenticator app must confirm the identity with a code, not the password', async () => {
  const { browser, token, advanceClock, tryChange, prove, password } = await setup()
  const { secret } = await setUpApp(browser, token, clock)
  advanceClock()
  const weak = await prove({ password })
  expect([weak.status, errorCode(weak)]).toEqual([403, 'STRONGER_PROOF_NEEDED'])
  expect(await tryChange()).toBe('PROOF_NEEDED')
  expect(errorCode(await prove({ code: '000000' }))).toBe('CODE_WRONG')
  expect((await prove({ code: codeAt(secret, clock) })).status).toBe(204)
  expect(await tryChange()).toBe(true)
})

test('a wallet is not accepted for reauthentication if the account has an authenticator app', async () => {
  const wallet = createTestWallet(auth)
  const { token } = (await wallet.signIn()).body()
  const send = async () =>
    wallet.send('POST', '/api/auth/prove/wallet', await wallet.signMessageFor('prove'), token)
  expect((await send()).status).toBe(204)
  await setUpApp(
    (method, path, body) => wallet.send(method, `/api/auth${path}`, body, token),
    token,
    clock,
  )
  expect(errorCode(await send())).toBe('STRONGER_PROOF_NEEDED')
})

test('a recovery code is accepted for reauthentication once', async () => {
  const { browser, token, advanceClock, tryChange, prove } = await setup()
  const { recoveryCodes } = await setUpApp(browser, token, clock)
  advanceClock()
  const [recoveryCode] = recoveryCodes
  expect((await prove({ recoveryCode })).status).toBe(204)
  expect(await tryChange()).toBe(true)
  expect(errorCode(await prove({ recoveryCode }))).toBe('CODE_WRONG')
})

test('a code that was used to sign in is not accepted for reauthentication', async () => {
  const { browser, token, email, password, prove } = await setup()
  const { secret } = await setUpApp(browser, token, clock)
  const { id } = (await browser('POST', '/login', { email, password })).body().secondFactor
  const code = codeAt(secret, clock)
  expect((await browser('POST', '/login/second-factor', { id, code })).status).toBe(200)
  expect(errorCode(await prove({ code }))).toBe('CODE_WRONG')
})

test('a passkey is accepted for reauthentication if the account has an authenticator app', async () => {
  const { browser, token, advanceClock, tryChange, prove } = await setup()
  const passkey = createSoftPasskey(origin)
  await addPasskeyTo(browser, token, passkey)
  await setUpApp(browser, token, clock)
  advanceClock()
  const options = (await browser('POST', '/prove/options', {}, token)).body()
  expect(options.allowCredentials).toMatchObject([{ id: passkey.id, transports: ['internal'] }])
  expect((await prove({ passkey: passkey.use(options) })).status).toBe(204)
  expect(await tryChange()).toBe(true)
})

test('another user’s passkey, or a challenge of another session, is not accepted for reauthentication', async () => {
  const [me, other] = [await setup(), await setup()]
  const [mine, theirs] = [createSoftPasskey(origin), createSoftPasskey(origin)]
  await addPasskeyTo(me.browser, me.token, mine)
  await addPasskeyTo(other.browser, other.token, theirs)
  const getOptions = async (token = me.token) =>
    (await me.browser('POST', '/prove/options', {}, token)).body()
  expect(errorCode(await me.prove({ passkey: theirs.use(await getOptions()) }))).toBe(
    'PASSKEY_REFUSED',
  )
  const { email, password } = me
  const second = (await me.browser('POST', '/login', { email, password })).body().token
  const otherOptions = await getOptions(second)
  expect(errorCode(await me.prove({ passkey: mine.use(otherOptions) }))).toBe('PASSKEY_REFUSED')
  expect((await me.prove({ passkey: mine.use(await getOptions()) })).status).toBe(204)
})

test('a sign-in challenge is not accepted for reauthentication', async () => {
  const { browser, token, prove } = await setup()
  const passkey = createSoftPasskey(origin)
  await addPasskeyTo(browser, token, passkey)
  const options = (await browser('POST', '/login/passkey/options')).body()
  expect(errorCode(await prove({ passkey: passkey.use(options) }))).toBe('PASSKEY_REFUSED')
})

test('each session has ten attempts at reauthentication in 15 minutes', async () => {
  const { prove, email, password } = await setup()
  const statuses = []
  for (let attempt = 0; attempt < 11; attempt += 1) {
    statuses.push((await prove({ password: 'a guess' })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(403), 429])
  const other = newBrowser(auth)
  const { token } = (await other('POST', '/login', { email, password })).body()
  expect((await other('POST', '/prove', { password }, token)).status).toBe(204)
})

test('reauthentication requires a session', async () => {
  const browser = newBrowser(auth)
  expect((await browser('POST', '/prove', { password: 'x' })).status).toBe(401)
  expect((await browser('POST', '/prove/options', {})).status).toBe(401)
})
