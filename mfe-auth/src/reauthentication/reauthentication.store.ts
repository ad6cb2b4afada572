import { useSession } from '@inkproof/slice'
import { create } from 'zustand'

type PendingReauthentication = { resolve: ((isConfirmed: boolean) => void) | null }

/** `resolve` reports the result of the open dialog; null while it is closed. */
export const useReauthentication = create<PendingReauthentication>()(() => ({ resolve: null }))

/**
 * Asks the user to confirm their identity. Resolves to true once they have, and to false if they close the dialog,
 * leave the page or sign out.
 */
export function openReauthenticationDialog(): Promise<boolean> {
  closeReauthenticationDialog(false)
  return new Promise((resolve) => useReauthentication.setState({ resolve }))
}

export function closeReauthenticationDialog(isConfirmed: boolean): void {
  const { resolve } = useReauthentication.getState()
  useReauthentication.setState({ resolve: null })
  resolve?.(isConfirmed)
}

// Another user who signs in must neither see nor confirm this request.
useSession.subscribe((session, previous) => {
  if (session.user?.id !== previous.user?.id) closeReauthenticationDialog(false)
})
