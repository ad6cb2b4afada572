/**
 * `encrypted`: a password is needed. `unreadable`: not a PDF, or damaged. `no-pages`: there is nothing to show.
 * `timeout`: the worker did not respond in time and was terminated.
 */
export type PdfFailure = 'encrypted' | 'unreadable' | 'no-pages' | 'timeout'

/** Why a document or one of its pages cannot be shown. */
export class PdfError extends Error {
  override readonly name = 'PdfError'
  readonly reason: PdfFailure

  constructor(reason: PdfFailure) {
    super(reason)
    this.reason = reason
  }
}
