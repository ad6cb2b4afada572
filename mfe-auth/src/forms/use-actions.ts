import { t } from '@inkproof/texts/text'
import { useState } from 'react'
import { useFocusBack } from './use-focus.ts'

/** Actions of several buttons, one at a time; `busy` identifies the current one. */
export type Act = {
  busy: string | null
  error: string | undefined
  run: (name: string, action: () => Promise<void>) => Promise<boolean>
}

const FALLBACK = t('That didn’t work. Please try again.')

/**
 * Stores the error message until the next action; `sentenceOf` returns none for errors that need no message. `run`
 * returns whether the action succeeded.
 */
export function useActions(sentenceOf: (error: unknown) => string | undefined = messageOf): Act {
  const [state, setState] = useState<Omit<Act, 'run'>>({ busy: null, error: undefined })
  useFocusBack(state.busy !== null)

  async function run(name: string, action: () => Promise<void>): Promise<boolean> {
    if (state.busy !== null) return false
    setState({ busy: name, error: undefined })
    try {
      await action()
      setState({ busy: null, error: undefined })
      return true
    } catch (error) {
      setState({ busy: null, error: sentenceOf(error) })
      return false
    }
  }

  return { ...state, run }
}

function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || FALLBACK
}
