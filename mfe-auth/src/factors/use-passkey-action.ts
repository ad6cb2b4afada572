import { useActions } from '../forms/use-actions.ts'
import { passkeyErrorMessage } from './passkey-error.ts'

/** A passkey action started by a button; `run` does nothing while the action is in progress. */
export type Action = { isPending: boolean; error: string | undefined; run: () => void }

export function usePasskeyAction(action: () => Promise<void>): Action {
  const { busy, error, run } = useActions(passkeyErrorMessage)
  return { isPending: busy !== null, error, run: () => void run('action', action) }
}
