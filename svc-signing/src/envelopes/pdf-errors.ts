/** Translates the errors of packages/pdf-signing to those of the calls. */

import { SigningError, UnusablePdf, type UnusablePdfCode } from '@inkproof/pdf-signing/errors'
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

/** Rejects with the AppError that explains why a PDF or its fields are refused. */
export function asCallError(error: unknown): never {
  if (error instanceof UnusablePdf) throw new AppError(CODES[error.code], {}, { cause: error })
  if (error instanceof SigningError) {
    const isPlace = error.code === 'place-taken' || error.code === 'place-too-large'
    const code = isPlace ? 'SIGNATURE_PLACE_REFUSED' : 'FIELDS_REFUSED'
    throw new AppError(code, {}, { cause: error })
  }
  throw error
}
