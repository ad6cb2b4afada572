import { t } from '@inkproof/texts/text'
import { useState } from 'react'
import { useRestoreFocus } from './use-focus.ts'

/** The actions of several buttons; `busy` is the name of the running one. */
export type Actions = {
  busy: string | null
  error: string | undefined
  run: (name: string, action: () => Promise<void>) => Promise<boolean>
  clearError: () => void
}

const FALLBACK = t('That didn’t work. Please try again.')

/**
 * Runs one action at a time, and keeps its error message until the next action. `formatError` returns undefined for
 * errors that need no message. `run` resolves to true if the action succeeded; to false if it failed, or was not
 * started because another one is running.
 */
export function useActions(
  formatError: (error: unknown) => string | undefined = errorMessage,
): Actions {
  const [state, setState] = useState<Pick<Actions, 'busy' | 'error'>>({
    busy: null,
    error: undefined,
  })
  useRestoreFocus(state.busy !== null)

  async function run(name: string, action: () => Promise<void>): Promise<boolean> {
    if (state.busy !== null) return false
    setState({ busy: name, error: undefined })
    try {
      await action()
      setState({ busy: null, error: undefined })
      return true
    } catch (error) {
      setState({ busy: null, error: formatError(error) })
      return false
    }
  }

  const clearError = () => setState((current) => ({ ...current, error: undefined }))
  return { ...state, run, clearError }
}

function errorMessage(error: unknown): string {
  return (error instanceof Error && error.message) || FALLBACK
}
