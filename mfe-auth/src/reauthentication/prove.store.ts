import { useSession } from '@inkproof/slice'
import { create } from 'zustand'

type Asking = { answer: ((isProved: boolean) => void) | null }

/** Whether the dialog is open, and the callbacks that wait for its result. */
export const useProve = create<Asking>()(() => ({ answer: null }))

/**
 * Asks the person to confirm their identity. Resolves with true once they have; with false if they close the
 * dialog, leave the page, or sign out.
 */
export function openProve(): Promise<boolean> {
  closeProve(false)
  return new Promise((answer) => useProve.setState({ answer }))
}

export function closeProve(isProved: boolean): void {
  const { answer } = useProve.getState()
  useProve.setState({ answer: null })
  answer?.(isProved)
}

// When another person signs in, they must not be asked about this action or confirm it.
useSession.subscribe((session, before) => {
  if (session.user?.id !== before.user?.id) closeProve(false)
})
