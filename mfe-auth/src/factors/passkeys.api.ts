/** Passkeys: passes the service's options to the browser, and the browser's answer to the service. */
import type { SignInAnswer } from '@inkproof/protocol/auth'
import {
  confirmSecondFactor,
  proveIdentity,
  startPasskeyProof,
} from '@inkproof/protocol/calls/factors'
import * as calls from '@inkproof/protocol/calls/passkeys'
import type { PasskeySignUp } from '@inkproof/protocol/factors'
import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@inkproof/protocol/passkey-options'
import { call } from '@inkproof/slice-parts/call'
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** Returns the passkey that the person chooses in the browser's dialog. */
export async function choosePasskey(): Promise<AuthenticationResponseJSON> {
  return getPasskey(await call(calls.startPasskeySignIn))
}

/** Returns the passkey chosen in a field's autofill: waits until the person chooses one. */
export async function offerPasskeys(): Promise<AuthenticationResponseJSON> {
  return getPasskey(await call(calls.startPasskeySignIn), { useBrowserAutofill: true })
}

export function signInWith(passkey: AuthenticationResponseJSON): Promise<SignInAnswer> {
  return call(calls.signInWithPasskey, { body: { passkey } })
}

/** The second factor of a pending sign-in. */
export async function secondFactorByPasskey(id: string): Promise<SignInAnswer> {
  const passkey = await choosePasskey()
  return call(confirmSecondFactor, { body: { id, passkey } })
}

/** Creates an account that this passkey opens, without a password. */
export async function signUpByPasskey(given: PasskeySignUp): Promise<SignInAnswer> {
  const passkey = await createPasskey(await call(calls.startPasskeySignUp, { body: given }))
  return call(calls.signUpWithPasskey, { body: { passkey } })
}

export async function proveByPasskey(): Promise<void> {
  const passkey = await getPasskey(await call(startPasskeyProof))
  await call(proveIdentity, { body: { passkey } })
}

/** The browser's options for creating a passkey: they require recent proof, so they are fetched separately. */
export function askToAddPasskey(): Promise<PasskeyCreationOptions> {
  return call(calls.startAddingPasskey)
}

export async function addPasskey(options: PasskeyCreationOptions): Promise<void> {
  const passkey = await createPasskey(options)
  await call(calls.addPasskey, { body: { passkey } })
}

export function renamePasskey(id: string, name: string): Promise<void> {
  return call(calls.renamePasskey, { params: { id }, body: { name } })
}

export function removePasskey(id: string): Promise<void> {
  return call(calls.removePasskey, { params: { id } })
}

/** The library's types name the transports of today; a passkey of tomorrow has others, which browsers skip. */
function getPasskey(options: PasskeyRequestOptions, how: { useBrowserAutofill?: boolean } = {}) {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON, ...how })
}

function createPasskey(options: PasskeyCreationOptions) {
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}
