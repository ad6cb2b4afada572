import { ERRORS, type ErrorCode } from '@inkproof/protocol/errors'

/** Values that help to fix the error and are safe to show: ids, limits, field names, never secrets. */
export type ErrorDetails = {
  readonly [name: string]: unknown
  /** The invalid fields and why they are invalid. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
  /** Paths of the input fields that the error is about; overrides the paths of its issues and its code. */
  readonly fields?: readonly string[]
  /** Becomes the Retry-After header. A 429 or 503 without it gets a default. */
  readonly retryAfterSeconds?: number
}

/**
 * An expected error with an explanation for the caller. Any other error is reported as UNAVAILABLE or STORAGE_FULL if
 * it means an outage (outage.ts); otherwise it is a bug and is reported as INTERNAL.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(`${code}: ${ERRORS[code].title}`, options)
    this.code = code
    this.details = details
  }

  /** The HTTP status from the error table. */
  get status(): number {
    return ERRORS[this.code].status
  }
}
