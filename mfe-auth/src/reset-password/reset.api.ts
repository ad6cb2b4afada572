import type { ResetLink } from '@inkproof/protocol/emails'
import { request } from '@inkproof/slice'

/** Returns the account of a reset link; changes nothing. */
export async function checkResetLink(token: string): Promise<ResetLink> {
  return (await request('POST', '/api/auth/reset-password/check', { token })).json()
}

/** Sets the password and spends the link; every session has ended then. */
export async function resetPassword(token: string, password: string): Promise<void> {
  await request('POST', '/api/auth/reset-password', { token, password })
}
