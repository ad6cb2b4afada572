/** Passkeys: passes the service's options to the browser, and the browser's answer to the service. */
import type { SignInAnswer } from '@inkproof/protocol/auth'
import type { PasskeySignUp } from '@inkproof/protocol/factors'
import { request } from '@inkproof/slice'
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

const SIGN_IN_OPTIONS = '/api/auth/login/passkey/options'

/** Returns the passkey that the person chooses in the browser's dialog. */
export function choosePasskey(): Promise<AuthenticationResponseJSON> {
  return usedPasskey(SIGN_IN_OPTIONS)
}

/** Returns the passkey chosen in a field's autofill: waits until the person chooses one. */
export function offerPasskeys(): Promise<AuthenticationResponseJSON> {
  return usedPasskey(SIGN_IN_OPTIONS, { useBrowserAutofill: true })
}

export async function signInWith(passkey: AuthenticationResponseJSON): Promise<SignInAnswer> {
  const answer = await request('POST', '/api/auth/login/passkey', { passkey })
  return answer.json()
}

/** The second factor of a pending sign-in. */
export async function secondFactorByPasskey(id: string): Promise<SignInAnswer> {
  const passkey = await choosePasskey()
  const answer = await request('POST', '/api/auth/login/second-factor', { id, passkey })
  return answer.json()
}

/** Creates an account that this passkey opens, without a password. */
export async function signUpByPasskey(given: PasskeySignUp): Promise<SignInAnswer> {
  const passkey = await madePasskey('/api/auth/register/passkey/options', given)
  const answer = await request('POST', '/api/auth/register/passkey', { passkey })
  return answer.json()
}

export async function proveByPasskey(): Promise<void> {
  const passkey = await usedPasskey('/api/auth/prove/options')
  await request('POST', '/api/auth/prove', { passkey })
}

/** The browser's options for creating a passkey: they require recent proof, so they are fetched separately. */
export async function askToAddPasskey(): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const answer = await request('POST', '/api/auth/passkeys/options')
  return answer.json()
}

export async function addPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<void> {
  const passkey = await startRegistration({ optionsJSON: options })
  await request('POST', '/api/auth/passkeys', { passkey })
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  await request('PATCH', `/api/auth/passkeys/${id}`, { name })
}

export async function removePasskey(id: string): Promise<void> {
  await request('DELETE', `/api/auth/passkeys/${id}`)
}

async function usedPasskey(url: string, how: { useBrowserAutofill?: boolean } = {}) {
  const answer = await request('POST', url)
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = await answer.json()
  return startAuthentication({ optionsJSON, ...how })
}

async function madePasskey(url: string, body: unknown) {
  const answer = await request('POST', url, body)
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = await answer.json()
  return startRegistration({ optionsJSON })
}
