import * as calls from '@inkproof/protocol/calls/factors'
import type { AppSetup } from '@inkproof/protocol/factors'
import { call } from '@inkproof/slice-parts/call'

/** Creates a secret for an authenticator app; sign-in requires it only after its first code has been confirmed. */
export function setUpApp(): Promise<AppSetup> {
  return call(calls.setUpApp)
}

/** Confirms the app with its first code and returns the recovery codes, which cannot be shown again. */
export async function confirmApp(code: string): Promise<string[]> {
  const { recoveryCodes } = await call(calls.confirmApp, { body: { code } })
  return recoveryCodes
}

export function removeApp(): Promise<void> {
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
