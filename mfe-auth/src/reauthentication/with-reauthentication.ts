import { RequestError } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { openReauthenticationDialog } from './reauthentication.store.ts'

const NOT_CONFIRMED = t('Nothing was changed. This change requires you to confirm your identity.')

/**
 * Runs an action that may require more than a session. If the service requires a recent sign-in, asks the user to confirm
 * their identity ("Confirm it's you") and runs the action again.
 *
 * @throws Error with a message for the user if they do not confirm, otherwise the action's error.
 */
export async function withReauthentication<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof RequestError && error.code === 'PROOF_NEEDED')) throw error
    if (!(await openReauthenticationDialog())) throw new Error(NOT_CONFIRMED)
    return await action()
  }
}
