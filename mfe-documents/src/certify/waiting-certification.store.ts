import { useSession } from '@inkproof/slice'
import { create } from 'zustand'

/** Files that could not be certified because the account is not verified yet. */
export type WaitingCertification = {
  accountId: string
  /** IDs of their drafts. */
  ids: readonly string[]
  /** When they were refused. */
  sinceMs: number
}

const useStored = create<{ waiting: WaitingCertification | null }>()(() => ({ waiting: null }))

/** The waiting files of the current user. */
export function useWaitingCertification(): WaitingCertification | null {
  const { waiting } = useStored()
  const accountId = useSession(({ user }) => user?.id)
  return waiting?.accountId === accountId ? waiting : null
}

export function setWaitingCertification(accountId: string, ids: readonly string[]): void {
  useStored.setState({ waiting: { accountId, ids, sinceMs: Date.now() } })
}

export function clearWaitingCertification(): void {
  useStored.setState({ waiting: null })
}
