import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { softPasskey } from '../testing/authenticator.ts'
import { codeAt, giveApp, givePasskey, newBrowser, newMember } from '../testing/factors.ts'
import { startAuth, type TestAuth } from '../testing/start.ts'
import { walletOf } from '../testing/wallets.ts'

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

const code = (answer: { headers: Headers }) => answer.headers.get('inkproof-error')
const MINUTE_MS = 60_000

/** A member whose sign-in was eleven minutes ago; `mayChange` asks the service whether that is too long. */
async function setup() {
  const browser = newBrowser(auth)
  const member = await newMember(browser)
  const grow = () => {
    clock = new Date(clock.getTime() + 11 * MINUTE_MS)
  }
  const mayChange = async () => {
    const response = await browser('POST', '/passkeys/options', {}, member.token)
    return response.status === 200 ? true : code(response)
  }
  const prove = (proof: object) => browser('POST', '/prove', proof, member.token)
  return { browser, ...member, grow, mayChange, prove }
}

test('the password confirms the identity, for ten minutes', async () => {
  const { grow, mayChange, prove, password } = await setup()
  expect(await mayChange()).toBe(true)
  grow()
  expect(await mayChange()).toBe('PROOF_NEEDED')
  const wrong = await prove({ password: 'a guess' })
  expect([wrong.status, code(wrong)]).toEqual([403, 'PASSWORD_WRONG'])
  expect(wrong.headers.get('inkproof-fields')).toBe('password')
  expect(await mayChange()).toBe('PROOF_NEEDED')
  expect((await prove({ password })).status).toBe(204)
  expect(await mayChange()).toBe(true)
  grow()
  expect(await mayChange()).toBe('PROOF_NEEDED')
})

test('a proof in one session does not count in another', async () => {
  const { grow, mayChange, email, password } = await setup()
  grow()
  const other = newBrowser(auth)
  const { token } = (await other('POST', '/login', { email, password })).body()
  expect((await other('POST', '/prove', { password }, token)).status).toBe(204)
  expect(await mayChange()).toBe('PROOF_NEEDED')
})

test('with an authenticator app the password is not enough; a code of the app is', async () => {
  const { browser, token, grow, mayChange, prove, password } = await setup()
  const { secret } = await giveApp(browser, token, clock)
  grow()
  const weak = await prove({ password })
  expect([weak.status, code(weak)]).toEqual([403, 'STRONGER_PROOF_NEEDED'])
  expect(await mayChange()).toBe('PROOF_NEEDED')
  expect(code(await prove({ code: '000000' }))).toBe('CODE_WRONG')
  expect((await prove({ code: codeAt(secret, clock) })).status).toBe(204)
  expect(await mayChange()).toBe(true)
})

test('with an authenticator app a wallet of the account is not enough either', async () => {
  const wallet = walletOf(auth)
  const { token } = (await wallet.signIn()).body()
  const send = async () =>
    wallet.send('POST', '/api/auth/prove/wallet', await wallet.signed('prove'), token)
  expect((await send()).status).toBe(204)
  await giveApp(
    (method, path, body) => wallet.send(method, `/api/auth${path}`, body, token),
    token,
    clock,
  )
  expect(code(await send())).toBe('STRONGER_PROOF_NEEDED')
})

test('a recovery code is accepted if the app is lost, and is used up', async () => {
  const { browser, token, grow, mayChange, prove } = await setup()
  const { recoveryCodes } = await giveApp(browser, token, clock)
  grow()
  const [recoveryCode] = recoveryCodes
  expect((await prove({ recoveryCode })).status).toBe(204)
  expect(await mayChange()).toBe(true)
  expect(code(await prove({ recoveryCode }))).toBe('CODE_WRONG')
})

test('a code used to sign in cannot be used again as proof', async () => {
  const { browser, token, email, password, prove } = await setup()
  const { secret } = await giveApp(browser, token, clock)
  const { id } = (await browser('POST', '/login', { email, password })).body().secondFactor
  const now = codeAt(secret, clock)
  expect((await browser('POST', '/login/second-factor', { id, code: now })).status).toBe(200)
  expect(code(await prove({ code: now }))).toBe('CODE_WRONG')
})

test('a passkey of the account is accepted, with or without an app', async () => {
  const { browser, token, grow, mayChange, prove } = await setup()
  const passkey = softPasskey(origin)
  await givePasskey(browser, token, passkey)
  await giveApp(browser, token, clock)
  grow()
  const options = (await browser('POST', '/prove/options', {}, token)).body()
  expect(options.allowCredentials).toMatchObject([{ id: passkey.id, transports: ['internal'] }])
  expect((await prove({ passkey: passkey.use(options) })).status).toBe(204)
  expect(await mayChange()).toBe(true)
})

test('another person’s passkey, or a challenge of another session, proves nothing', async () => {
  const [me, other] = [await setup(), await setup()]
  const [mine, theirs] = [softPasskey(origin), softPasskey(origin)]
  await givePasskey(me.browser, me.token, mine)
  await givePasskey(other.browser, other.token, theirs)
  const ask = async (token = me.token) =>
    (await me.browser('POST', '/prove/options', {}, token)).body()
  expect(code(await me.prove({ passkey: theirs.use(await ask()) }))).toBe('PASSKEY_REFUSED')
  const { email, password } = me
  const second = (await me.browser('POST', '/login', { email, password })).body().token
  const ofSecond = await ask(second)
  expect(code(await me.prove({ passkey: mine.use(ofSecond) }))).toBe('PASSKEY_REFUSED')
  expect((await me.prove({ passkey: mine.use(await ask()) })).status).toBe(204)
})

test('a sign-in challenge proves nothing', async () => {
  const { browser, token, prove } = await setup()
  const passkey = softPasskey(origin)
  await givePasskey(browser, token, passkey)
  const options = (await browser('POST', '/login/passkey/options')).body()
  expect(code(await prove({ passkey: passkey.use(options) }))).toBe('PASSKEY_REFUSED')
})

test('one session has ten attempts in fifteen minutes; another of the same person has its own', async () => {
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

test('without a session there is nothing to prove', async () => {
  const browser = newBrowser(auth)
  expect((await browser('POST', '/prove', { password: 'x' })).status).toBe(401)
  expect((await browser('POST', '/prove/options', {})).status).toBe(401)
})
