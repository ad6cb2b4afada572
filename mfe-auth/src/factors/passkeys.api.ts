/** Passes the service's passkey options to the browser, and the browser's response to the service. */
import type { SignInResponse } from '@inkproof/protocol/auth'
import {
  confirmSecondFactor,
  reauthenticateWithFactor,
  startPasskeyReauthentication,
} from '@inkproof/protocol/calls/factors'
import * as calls from '@inkproof/protocol/calls/passkeys'
import type { PasskeySignUp } from '@inkproof/protocol/factors'
import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@inkproof/protocol/passkey-options'
import { call } from '@inkproof/slice-parts/call'
import { getPasskey, type UsedPasskey } from '@inkproof/slice-parts/passkey-prompt'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { callWithBrowserCookie } from '../captcha/browser-cookie.ts'

/** Returns the passkey that the user chooses in the browser's prompt. */
export async function choosePasskey(): Promise<UsedPasskey> {
  return getPasskey(await startSignIn())
}

/** Waits until the user chooses a passkey in a field's autofill, and returns it. */
export async function offerPasskeys(): Promise<UsedPasskey> {
  return getPasskey(await startSignIn(), { useBrowserAutofill: true })
}

function startSignIn(): Promise<PasskeyRequestOptions> {
  return callWithBrowserCookie(() => call(calls.startPasskeySignIn))
}

export function signInWithPasskey(passkey: UsedPasskey): Promise<SignInResponse> {
  return call(calls.signInWithPasskey, { body: { passkey } })
}

/** Confirms a pending sign-in with a passkey as the second factor. */
export async function confirmWithPasskey(id: string): Promise<SignInResponse> {
  const passkey = await choosePasskey()
  return call(confirmSecondFactor, { body: { id, passkey } })
}

/** Creates an account without a password, whose sign-in method is a new passkey. */
export async function signUpWithPasskey(profile: PasskeySignUp): Promise<SignInResponse> {
  const passkey = await createPasskey(await call(calls.startPasskeySignUp, { body: profile }))
  return call(calls.signUpWithPasskey, { body: { passkey } })
}

export async function reauthenticateWithPasskey(): Promise<void> {
  const passkey = await getPasskey(await call(startPasskeyReauthentication))
  await call(reauthenticateWithFactor, { body: { passkey } })
}

/**
 * Fetches the browser's options for creating a passkey. Separate from `addPasskey`, so that users can confirm their
 * identity before the browser's prompt opens.
 */
export function startAddingPasskey(): Promise<PasskeyCreationOptions> {
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

/** The cast allows transports that the library's types do not know yet; browsers ignore unknown ones. */
function createPasskey(options: PasskeyCreationOptions) {
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}
