import { useAct } from '../forms/use-act.ts'
import { passkeySentence } from './passkey-fault.ts'

/** What one button starts with a passkey; `run` does nothing while it is under way. */
export type Action = { isPending: boolean; error: string | undefined; run: () => void }

export function useAction(action: () => Promise<void>): Action {
  const { busy, error, run } = useAct(passkeySentence)
  return { isPending: busy !== null, error, run: () => void run('action', action) }
}
