import { useState } from 'react'
import { isSuperseded, passkeyFault } from './passkey-fault.ts'

type State = { step: 'idle' | 'pending' } | { step: 'failed'; error: string }

/** Something a button starts; `run` does nothing while it is under way. */
export type Action = { isPending: boolean; error: string | undefined; run: () => void }

/** Runs one thing at a time, and keeps the sentence of what went wrong until the next time. */
export function useAction(act: () => Promise<void>): Action {
  const [state, setState] = useState<State>({ step: 'idle' })
  const isPending = state.step === 'pending'

  async function start() {
    setState({ step: 'pending' })
    try {
      await act()
      setState({ step: 'idle' })
    } catch (error) {
      if (isSuperseded(error)) setState({ step: 'idle' })
      else setState({ step: 'failed', error: passkeyFault(error).message })
    }
  }

  const error = state.step === 'failed' ? state.error : undefined
  return { isPending, error, run: () => void (isPending || start()) }
}
