import { urlOf } from '@inkproof/protocol/call-url'
import { showMe } from '@inkproof/protocol/calls/accounts'
import { showEmail } from '@inkproof/protocol/calls/emails'
import { signOut, useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { refetch } from '@inkproof/slice-parts/refetch'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { reloadAccount } from '../account/reload-account.ts'

/** Updates the session, the account and the e-mail settings after the user's address was confirmed or changed. */
export async function refreshAddress(): Promise<void> {
  await Promise.all([refreshUser(), reloadAccount(), refetch(urlOf(showEmail))])
}

/** Updates this browser's session after the user's address has changed. */
export async function refreshUser(): Promise<void> {
  const { status, token } = useSession.getState()
  if (status !== 'signed-in') return
  try {
    const { user } = await call(showMe)
    updateUser(user, token)
  } catch {
    // The address is changed in any case; the next page load shows it.
  }
}

/** Clears this browser's session after the service has ended all sessions. */
export async function clearSession(): Promise<void> {
  if (useSession.getState().status === 'signed-in') await signOut()
}
