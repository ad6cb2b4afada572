import { RequestError } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'

export const UNREACHABLE = t(
  'Inkproof cannot be reached. Check your connection and try again. Nothing you entered is lost.',
)

/** What went wrong and what to do, in the words people see. */
export function sentenceOf(error: unknown): string {
  if (error instanceof RequestError) return error.sentence
  if (error instanceof TypeError) return UNREACHABLE
  return error instanceof Error ? error.message : UNREACHABLE
}

/** Whether the service may have done what it was asked although no proper answer came. */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof RequestError) || error.status >= 500
}

export function isSignInWanted(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401
}
