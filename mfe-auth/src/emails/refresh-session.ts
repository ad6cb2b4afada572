import { showMe } from '@inkproof/protocol/calls/accounts'
import { signOut, useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { updateUser } from '@inkproof/slice-parts/update-user'

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
