import { create } from 'zustand'

type Asking = { answer: ((isProved: boolean) => void) | null }

/** Whether somebody is being asked, and who waits for the answer. */
export const useProve = create<Asking>()(() => ({ answer: null }))

/** Asks the person to show again who they are. True once they have, false when they close the dialog. */
export function openProve(): Promise<boolean> {
  settleProve(false)
  return new Promise((answer) => useProve.setState({ answer }))
}

export function settleProve(isProved: boolean): void {
  const { answer } = useProve.getState()
  useProve.setState({ answer: null })
  answer?.(isProved)
}
