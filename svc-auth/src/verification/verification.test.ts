/** When an account is verified, which certificates require on a public origin. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { accountsFeature } from '../accounts/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { createSoftPasskey } from '../testing/authenticator.ts'
import { addPasskeyTo, newBrowser, newMember, signInByPasskey } from '../testing/factors.ts'
import { extractLink, waitForEmail } from '../testing/mailbox.ts'
import { solveCaptcha } from '../testing/solve-captcha.ts'
import {
  isVerifiedSession,
  person,
  sessionOf,
  solveVerification,
  startAuth,
  type TestAuth,
} from '../testing/start.ts'
import { createTestWallet } from '../testing/wallets.ts'

let auth: TestAuth
/** The same accounts on a service without human verification, as before the installation became public. */
let withoutCaptcha: TestAuth
beforeAll(async () => {
  const env = { PUBLIC_ORIGIN: 'https://inkproof.example' }
  auth = await startAuth({ captcha: 'altcha', env })
  withoutCaptcha = await startAuth({ mongoUrl: auth.config.MONGO_URL, key: auth.key, env })
})
afterAll(async () => {
  await withoutCaptcha.end()
  await auth.stop()
})

const isVerified = (token: string) => isVerifiedSession(auth, token)

async function registerUnverified() {
  const credentials = person()
  const response = await withoutCaptcha.register(credentials)
  expect(response.status).toBe(201)
  return { ...credentials, token: response.body().token as string }
}

const show = async (token: string) =>
  (await auth.send('GET', '/api/auth/verification', undefined, token)).body()
const verify = (token: string, turnstileToken: string, at = auth) =>
  at.send('POST', '/api/auth/verification', { turnstileToken }, token)
const code = (response: { headers: Headers }) => response.headers.get('inkproof-error')

test('an account registered with a solved verification is verified in every later session', async () => {
  const credentials = person()
  const turnstileToken = await solveVerification(auth)
  const registered = await auth.register({ ...credentials, turnstileToken })
  expect(await isVerified(registered.body().token)).toBe(true)
  const login = await withoutCaptcha.send('POST', '/api/auth/login', credentials)
  expect(await isVerified(login.body().token)).toBe(true)
})

test('an account registered without one is not verified until its owner solves one', async () => {
  const { token, email } = await registerUnverified()
  expect(await isVerified(token)).toBe(false)
  expect(await show(token)).toEqual({ isVerified: false, canSolve: true, email })
  expect(code(await verify(token, 'disabled-for-testing'))).toBe('VERIFICATION_FAILED')
  expect(await isVerified(token)).toBe(false)
  const response = await verify(token, await solveVerification(auth))
  expect(response.body()).toEqual({ isVerified: true, canSolve: true, email })
  expect(await isVerified(token)).toBe(true)
})

test('a sign-in with a solved verification verifies the account', async () => {
  const { token, ...credentials } = await registerUnverified()
  const turnstileToken = await solveVerification(auth)
  const login = await auth.send('POST', '/api/auth/login', { ...credentials, turnstileToken })
  expect([await isVerified(login.body().token), await isVerified(token)]).toEqual([true, false])
  // The earlier session follows when it is asked.
  expect(await show(token)).toMatchObject({ isVerified: true })
  expect(await isVerified(token)).toBe(true)
})

test('a confirmed address verifies the account in all its sessions', async () => {
  const { token, ...credentials } = await registerUnverified()
  const other = (await withoutCaptcha.send('POST', '/api/auth/login', credentials)).body().token
  const email = await waitForEmail(credentials.email, /^Confirm your e-mail address/)
  const link = { kind: 'confirm-email', token: extractLink(email).secret }
  expect((await auth.send('POST', '/api/auth/email/link', link, token)).status).toBe(200)
  expect([await isVerified(token), await isVerified(other)]).toEqual([true, true])
})

test('an address confirmed while another session is being ended verifies the session that stays open', async () => {
  const { token, email } = await registerUnverified()
  const { accountId, sessionId } = sessionOf(token)
  const read = await auth.providedBy(accountsFeature).accounts.find(accountId)
  const owed = { at: new Date(), keep: sessionId, resets: false, leave: false, tell: [] }
  const mailed = await waitForEmail(email, /^Confirm your e-mail address/)
  const link = { kind: 'confirm-email', token: extractLink(mailed).secret }
  expect((await auth.send('POST', '/api/auth/email/link', link, token)).status).toBe(200)
  // The account as the change that ends the sessions has read it, before the address was confirmed.
  await auth.providedBy(sessionsFeature).finalizeAccountChange({ ...(read as AccountRow), owed })
  expect(await isVerified(token)).toBe(true)
})

test('a wallet account is verified if its sign-in solved a verification', async () => {
  const unverified = await createTestWallet(withoutCaptcha).signIn()
  expect(await isVerified(unverified.body().token)).toBe(false)
  const wallet = createTestWallet(auth)
  const { challenge } = (await wallet.send('GET', '/api/auth/captcha')).body()
  const turnstileToken = await solveCaptcha(challenge)
  const signedIn = await wallet.sendSignature({
    ...(await wallet.signMessageFor()),
    turnstileToken,
  })
  expect(await isVerified(signedIn.body().token)).toBe(true)
})

test('a sign-in by passkey, which needs no verification, does not verify an account', async () => {
  const browser = newBrowser(withoutCaptcha)
  const member = await newMember(browser)
  const passkey = createSoftPasskey(new URL(withoutCaptcha.config.PUBLIC_ORIGIN).origin)
  expect((await addPasskeyTo(browser, member.token, passkey)).status).toBe(201)
  const signedIn = await signInByPasskey(newBrowser(auth), passkey)
  expect(await isVerified(signedIn.body().token)).toBe(false)
})

test('without a human verification, only a confirmed address verifies an account', async () => {
  const { token } = await registerUnverified()
  const shown = await withoutCaptcha.send('GET', '/api/auth/verification', undefined, token)
  expect(shown.body()).toMatchObject({ isVerified: false, canSolve: false })
  expect(code(await verify(token, 'anything', withoutCaptcha))).toBe('VERIFICATION_FAILED')
})
