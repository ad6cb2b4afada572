import * as calls from '@inkproof/protocol/calls/factors'
import type { AuthenticatorAppSetup } from '@inkproof/protocol/factors'
import { call } from '@inkproof/slice-parts/call'

/** Creates a secret for an authenticator app. Sign-in requires codes only after the app has been confirmed. */
export function setUpAuthenticatorApp(): Promise<AuthenticatorAppSetup> {
  return call(calls.setUpApp)
}

/** Confirms the app with its first code and returns the recovery codes, which cannot be shown again. */
export async function confirmAuthenticatorApp(code: string): Promise<string[]> {
  const { recoveryCodes } = await call(calls.confirmApp, { body: { code } })
  return recoveryCodes
}

export function removeAuthenticatorApp(): Promise<void> {
  return call(calls.removeApp)
}

/** Replaces the recovery codes and returns the new ones, which cannot be shown again. */
export async function renewRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes } = await call(calls.renewRecoveryCodes)
  return recoveryCodes
}

export function removePassword(): Promise<void> {
  return call(calls.removePassword)
}
