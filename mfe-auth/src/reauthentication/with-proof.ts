import { RequestError } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { openProve } from './prove.store.ts'

const NOT_PROVED = t('Nothing was changed. This change requires you to confirm your identity.')

/**
 * Runs an action that a session alone must not do. Where the service wants to be shown again who this is,
 * it asks the person ("Confirm it's you") and runs the action once more.
 *
 * @throws Error with a sentence for the person when they do not, else what the action throws.
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
