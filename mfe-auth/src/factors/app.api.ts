import type { AppSetup, RecoveryCodes } from '@inkproof/protocol/factors'
import { request } from '@inkproof/slice'

/** Creates a secret for an authenticator app, which is not required at sign-in until its first code was verified. */
export async function beginApp(): Promise<AppSetup> {
  const answer = await request('POST', '/api/auth/app')
  return answer.json()
}

/** Returns the recovery codes, which are never shown again. */
export async function confirmApp(code: string): Promise<string[]> {
  const answer = await request('POST', '/api/auth/app/confirm', { code })
  return codesOf(answer)
}

export async function removeApp(): Promise<void> {
  await request('DELETE', '/api/auth/app')
}

export async function renewRecoveryCodes(): Promise<string[]> {
  const answer = await request('POST', '/api/auth/recovery-codes')
  return codesOf(answer)
}

export async function removePassword(): Promise<void> {
  await request('DELETE', '/api/auth/password')
}

async function codesOf(answer: Response): Promise<string[]> {
  const { recoveryCodes }: RecoveryCodes = await answer.json()
  return recoveryCodes
}
