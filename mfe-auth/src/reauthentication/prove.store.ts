import { useSession } from '@inkproof/slice'
import { create } from 'zustand'

type Asking = { answer: ((isProved: boolean) => void) | null }

/** Whether somebody is being asked, and who waits for the answer. */
export const useProve = create<Asking>()(() => ({ answer: null }))

/**
 * Asks the person to show again who they are. True once they have; false when they close the dialog, leave
 * its page, or are no longer here.
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

// What one person began, the next one shall not be asked about, nor confirm.
useSession.subscribe((session, before) => {
  if (session.user?.id !== before.user?.id) closeProve(false)
})
