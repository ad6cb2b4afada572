import { RequestError } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { openProve } from './prove.store.ts'

const NOT_PROVED = t('Nothing was changed. This change requires you to confirm your identity.')

/**
 * Runs an action that a session alone does not allow. If the service requires recent proof, asks the person
 * ("Confirm it's you") and runs the action again.
 *
 * @throws Error with a message for the person if they do not confirm, otherwise the action's error.
 */
export async function withProof<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof RequestError && error.code === 'PROOF_NEEDED')) throw error
    if (!(await openProve())) throw new Error(NOT_PROVED)
    return await action()
  }
}
