import { useState } from 'react'

/** What several buttons start, one at a time; `busy` names the one that is under way. */
export type Act = {
  busy: string | null
  error: string | undefined
  run: (name: string, action: () => Promise<void>) => Promise<boolean>
}

const FALLBACK = 'That did not work. Please try again.'

/** Keeps the sentence of what went wrong until the next time. `run` answers whether it went well. */
export function useAct(): Act {
  const [state, setState] = useState<{ busy: string | null; error?: string }>({ busy: null })

  async function run(name: string, action: () => Promise<void>): Promise<boolean> {
    if (state.busy !== null) return false
    setState({ busy: name })
    try {
      await action()
      setState({ busy: null })
      return true
    } catch (error) {
      setState({ busy: null, error: (error instanceof Error && error.message) || FALLBACK })
      return false
    }
  }

  return { busy: state.busy, error: state.error, run }
}
