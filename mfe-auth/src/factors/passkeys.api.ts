/** Passkeys: what the browser makes of the service's options, and what the service makes of that. */
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

/** The passkey the person chooses of those the browser has for this site. */
export function choosePasskey(): Promise<AuthenticationResponseJSON> {
  return usedPasskey(SIGN_IN_OPTIONS)
}

/** The same among the saved names of a form's field: the browser waits until the person chooses one. */
export function offerPasskeys(): Promise<AuthenticationResponseJSON> {
  return usedPasskey(SIGN_IN_OPTIONS, { useBrowserAutofill: true })
}

export async function signInWith(passkey: AuthenticationResponseJSON): Promise<SignInAnswer> {
  const answer = await request('POST', '/api/auth/login/passkey', { passkey })
  return answer.json()
}

/** The second factor of a sign-in that waits for it. */
export async function secondFactorByPasskey(id: string): Promise<SignInAnswer> {
  const passkey = await choosePasskey()
  const answer = await request('POST', '/api/auth/login/second-factor', { id, passkey })
  return answer.json()
}

/** An account that this passkey opens, and no password. */
export async function signUpByPasskey(given: PasskeySignUp): Promise<SignInAnswer> {
  const passkey = await madePasskey('/api/auth/register/passkey/options', given)
  const answer = await request('POST', '/api/auth/register/passkey', { passkey })
  return answer.json()
}

export async function proveByPasskey(): Promise<void> {
  const passkey = await usedPasskey('/api/auth/prove/options')
  await request('POST', '/api/auth/prove', { passkey })
}

/** The options the browser makes a passkey by: they need a proof, so they are asked for apart. */
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
