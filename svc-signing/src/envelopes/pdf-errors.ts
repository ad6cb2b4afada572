/** Translates the errors of packages/pdf-signing to those of the calls. */

import {
  SigningError,
  type SigningErrorCode,
  UnusablePdf,
  type UnusablePdfCode,
} from '@inkproof/pdf-signing/errors'
import type { ErrorCode } from '@inkproof/protocol/errors'
import { AppError } from '@inkproof/service-kit/app-error'

const CODES: Record<UnusablePdfCode, ErrorCode> = {
  'too-large': 'TOO_LARGE',
  unreadable: 'PDF_UNREADABLE',
  'cannot-append': 'PDF_NOT_EXTENDABLE',
  encrypted: 'PDF_ENCRYPTED',
  'usage-rights': 'PDF_ENCRYPTED',
  'no-pages': 'PDF_TOO_MANY_PAGES',
  'too-many-pages': 'PDF_TOO_MANY_PAGES',
  'hidden-layers': 'PDF_NOT_SUPPORTED',
  'active-content': 'PDF_NOT_SUPPORTED',
  'undrawable-form': 'PDF_NOT_SUPPORTED',
  'already-signed': 'PDF_ALREADY_SIGNED',
  'signatures-not-valid': 'PDF_SIGNATURES_NOT_VALID',
  'not-verifiable': 'PDF_NOT_VERIFIABLE',
  'certified-no-changes': 'PDF_ALREADY_SIGNED',
  'certified-invisible-only': 'PDF_ALREADY_SIGNED',
  locked: 'PDF_ALREADY_SIGNED',
}

/** What is expected of the fields, for the errors that a request can cause. */
const EXPECTED: Partial<Record<SigningErrorCode, string>> = {
  'page-out-of-range': 'expected only pages of the document',
  'rectangle-out-of-range': 'expected rectangles on their pages, large enough for their types',
  'place-taken': 'expected signatures that cover nothing of the signed document',
  'place-too-large': 'expected signatures of at most a tenth of their pages',
}

/** Rejects with the AppError that explains why a PDF or its fields are refused. */
export function asCallError(error: unknown): never {
  if (error instanceof UnusablePdf) throw new AppError(CODES[error.code], {}, { cause: error })
  if (error instanceof SigningError) {
    const isPlace = error.code === 'place-taken' || error.code === 'place-too-large'
    const code = isPlace ? 'SIGNATURE_PLACE_REFUSED' : 'FIELDS_REFUSED'
    const message = EXPECTED[error.code]
    const details = message ? { issues: [{ path: 'fields', message }] } : {}
    throw new AppError(code, details, { cause: error })
  }
  throw error
}
