import * as calls from '@inkproof/protocol/calls/factors'
import type { AppSetup } from '@inkproof/protocol/factors'
import { call } from '@inkproof/slice-parts/call'

/** Creates a secret for an authenticator app, which is not required at sign-in until its first code was verified. */
export function beginApp(): Promise<AppSetup> {
  return call(calls.setUpApp)
}

/** Returns the recovery codes, which are never shown again. */
export async function confirmApp(code: string): Promise<string[]> {
  const { recoveryCodes } = await call(calls.confirmApp, { body: { code } })
  return recoveryCodes
}

export function removeApp(): Promise<void> {
  return call(calls.removeApp)
}

/** Returns the recovery codes, the only time they are shown. */
export async function renewRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes } = await call(calls.renewRecoveryCodes)
  return recoveryCodes
}

export function removePassword(): Promise<void> {
  return call(calls.removePassword)
}
