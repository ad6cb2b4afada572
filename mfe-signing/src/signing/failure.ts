import type { ErrorCode } from '@inkproof/protocol/errors'
import { RequestError } from '@inkproof/slice'
import { offlineMessage } from '@inkproof/slice-parts/offline-message'
import { t } from '@inkproof/texts/text'
import { MissingCharacters, TextDoesNotFit } from '../appearance/text-errors.ts'

/** Why something did not work, and what the user can do. */
export type Failure = {
  /** Of the service's error table; null if no proper response arrived. */
  code: ErrorCode | null
  message: string
}

/** Returns what to tell the user about an error. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RequestError)
    return { code: error.code as ErrorCode | null, message: error.sentence }
  if (error instanceof MissingCharacters) {
    const characters = error.characters.join(' ')
    const message = t(
      'These characters cannot be written into the PDF: {characters}. Discard the document and enter the text without them.',
      {
        characters,
      },
    )
    return { code: null, message }
  }
  if (error instanceof TextDoesNotFit) return { code: null, message: TOO_SMALL }
  const offline = offlineMessage(error)
  if (offline !== undefined) return { code: null, message: offline }
  if (error instanceof TypeError || !(error instanceof Error) || error.message === '')
    return { code: null, message: UNREACHABLE }
  return { code: null, message: error.message }
}

/** Whether an error of a call has this code. */
export function hasCode(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof RequestError && (codes as (string | null)[]).includes(error.code)
}

const TOO_SMALL = t(
  'A text does not fit in its field. Discard the document and make the field larger.',
)

const UNREACHABLE = t(
  'Inkproof cannot be reached. Check your connection and try again. Nothing you entered is lost.',
)
