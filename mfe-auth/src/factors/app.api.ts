import type { AppSetup, RecoveryCodes } from '@inkproof/protocol/factors'
import { request } from '@inkproof/slice'

/** A secret for an authenticator app; nothing is asked for until its first code was right. */
export async function beginApp(): Promise<AppSetup> {
  const answer = await request('POST', '/api/auth/app')
  return answer.json()
}

/** Answers the recovery codes, the only time they are seen. */
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
