/** People with passkeys and authenticator apps, for tests of svc-auth. */
import { randomBytes } from 'node:crypto'
import type { AuthenticatorAppSetup } from '@inkproof/protocol/factors'
import { generateSync } from 'otplib'
import { createSoftPasskey, type Forgery, type SoftPasskey } from './authenticator.ts'
import { person, type TestAuth, type TestResponse } from './start.ts'

/** Sends a request with the cookie of one browser. */
export type TestBrowser = (
  method: string,
  path: string,
  body?: unknown,
  token?: string,
) => Promise<TestResponse>

/** Creates a browser with its own cookie. */
export function newBrowser(auth: Pick<TestAuth, 'send'>, extraHeaders: object = {}): TestBrowser {
  const cookie = `inkproof_browser=${randomBytes(32).toString('base64url')}`
  return (method, path, body, token) =>
    auth.send(method, `/api/auth${path}`, body, token, { cookie, ...extraHeaders })
}

/** Registers a person with a password in this browser. */
export async function newMember(browser: TestBrowser) {
  const credentials = person()
  const { user, token } = (await browser('POST', '/register', credentials)).body()
  return { ...credentials, id: user.id as string, token: token as string }
}

/** Adds a passkey to the signed-in account. */
export async function addPasskeyTo(
  browser: TestBrowser,
  token: string,
  passkey: SoftPasskey,
  forgery: Forgery = {},
): Promise<TestResponse> {
  const options = (await browser('POST', '/passkeys/options', {}, token)).body()
  return browser('POST', '/passkeys', { passkey: passkey.create(options, forgery) }, token)
}

/** Signs in with a passkey alone. */
export async function signInByPasskey(
  browser: TestBrowser,
  passkey: SoftPasskey,
  forgery: Forgery = {},
) {
  const options = (await browser('POST', '/login/passkey/options')).body()
  return browser('POST', '/login/passkey', { passkey: passkey.use(options, forgery) })
}

/** Creates an account whose only sign-in method is a passkey. */
export async function signUpByPasskey(
  auth: Pick<TestAuth, 'config'>,
  browser: TestBrowser,
  profile: object = {},
) {
  const passkey = createSoftPasskey(new URL(auth.config.PUBLIC_ORIGIN).origin)
  const options = (await browser('POST', '/register/passkey/options', profile)).body()
  const response = await browser('POST', '/register/passkey', { passkey: passkey.create(options) })
  return { passkey, options, response }
}

/** Returns the app's code at a given time. */
export function codeAt(secret: string, at: Date): string {
  return generateSync({ secret, epoch: Math.floor(at.getTime() / 1_000) })
}

/** Sets up an authenticator app with the code of the previous step, so that the current one is unused. */
export async function setUpApp(browser: TestBrowser, token: string, now: Date) {
  const { secret }: AuthenticatorAppSetup = (await browser('POST', '/app', {}, token)).body()
  const code = codeAt(secret, new Date(now.getTime() - 30_000))
  const { recoveryCodes } = (await browser('POST', '/app/confirm', { code }, token)).body()
  return { secret, recoveryCodes: recoveryCodes as string[] }
}
