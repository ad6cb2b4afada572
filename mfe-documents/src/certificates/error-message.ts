import { RequestError } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'

export const UNREACHABLE_MESSAGE = t(
  'Inkproof cannot be reached. Check your connection and try again. Nothing you entered is lost.',
)

/** Returns the message to show to the user: what went wrong and what to do. */
export function errorMessage(error: unknown): string {
  if (error instanceof RequestError) return error.sentence
  if (error instanceof TypeError) return UNREACHABLE_MESSAGE
  return error instanceof Error ? error.message : UNREACHABLE_MESSAGE
}

/** Whether the service may have processed the request although no proper response arrived. */
export function mayHaveSucceeded(error: unknown): boolean {
  return !(error instanceof RequestError) || error.status >= 500
}

/** Whether the account has to be verified first. */
export function isPersonRequired(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'PERSON_NOT_VERIFIED'
}

export function isSignInRequired(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401
}
