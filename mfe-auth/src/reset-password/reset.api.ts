import * as calls from '@inkproof/protocol/calls/recovery'
import type { ResetLink } from '@inkproof/protocol/emails'
import { call } from '@inkproof/slice-parts/call'

/** Returns the e-mail address for which a reset link is valid, and its expiry; changes nothing. */
export function checkReset(token: string): Promise<ResetLink> {
  return call(calls.checkResetLink, { body: { token } })
}

/** Sets the password, uses up the link and ends every session. */
export function resetPassword(token: string, password: string): Promise<void> {
  return call(calls.resetPassword, { body: { token, password } })
}
