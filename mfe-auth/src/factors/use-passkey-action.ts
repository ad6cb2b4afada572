import { passkeyErrorMessage } from '@inkproof/slice-parts/passkey-error'
import { useActions } from '../forms/use-actions.ts'
import { useOtherMethod } from './use-other-method.ts'

/**
 * A passkey action started by a button; `run` does nothing while the action is in progress. The error disappears when
 * the user tries another method.
 */
export type Action = { isPending: boolean; error: string | undefined; run: () => void }

export function usePasskeyAction(action: () => Promise<void>): Action {
  const { busy, error, run, clearError } = useActions(passkeyErrorMessage)
  useOtherMethod(error, clearError)
  return { isPending: busy !== null, error, run: () => void run('action', action) }
}
