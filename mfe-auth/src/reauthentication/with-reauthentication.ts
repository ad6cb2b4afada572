import { RequestError } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { openReauthenticationDialog } from './reauthentication.store.ts'

const NOT_CONFIRMED = t('Nothing was changed. This change requires you to confirm your identity.')

/**
 * Runs an action. If the service rejects it because the user has not recently confirmed their identity, opens the
 * dialog "Confirm it’s you" and then runs the action again.
 *
 * @throws Error with a message for the user if they do not confirm; otherwise the error of the action.
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
