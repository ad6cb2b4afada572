import { useSession } from '@inkproof/slice'
import { create } from 'zustand'

type PendingProof = { resolve: ((isProved: boolean) => void) | null }

/** `resolve` reports the result of the open dialog; null while it is closed. */
export const useProve = create<PendingProof>()(() => ({ resolve: null }))

/**
 * Asks the user to confirm their identity. Resolves to true once they have, and to false if they close the dialog,
 * leave the page or sign out.
 */
export function openProveDialog(): Promise<boolean> {
  closeProveDialog(false)
  return new Promise((resolve) => useProve.setState({ resolve }))
}

export function closeProveDialog(isProved: boolean): void {
  const { resolve } = useProve.getState()
  useProve.setState({ resolve: null })
  resolve?.(isProved)
}

// Another user who signs in must neither see nor confirm this request.
useSession.subscribe((session, previous) => {
  if (session.user?.id !== previous.user?.id) closeProveDialog(false)
})
