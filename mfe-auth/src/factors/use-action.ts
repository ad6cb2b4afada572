import { useState } from 'react'
import { isSuperseded, passkeyFault } from './passkey-fault.ts'

type State = { busy: string | null; error?: string }

/** Things that buttons start, one at a time; `busy` names the one under way. */
export type Actions = State & { run: (name: string, act: () => Promise<void>) => void }

/** Keeps the sentence of what went wrong until the next time. */
export function useActions(): Actions {
  const [state, setState] = useState<State>({ busy: null })

  async function start(name: string, act: () => Promise<void>) {
    setState({ busy: name })
    try {
      await act()
      setState({ busy: null })
    } catch (error) {
      const isNews = !isSuperseded(error)
      setState({ busy: null, ...(isNews && { error: passkeyFault(error).message }) })
    }
  }

  return { ...state, run: (name, act) => void (state.busy === null && start(name, act)) }
}

/** Something a button starts; `run` does nothing while it is under way. */
export type Action = { isPending: boolean; error: string | undefined; run: () => void }

export function useAction(act: () => Promise<void>): Action {
  const { busy, error, run } = useActions()
  return { isPending: busy !== null, error, run: () => run('act', act) }
}
