import type { RequestCheck } from '@inkproof/pdf-signatures/evidence/verify-request'
import type { PdfSignatures } from '@inkproof/pdf-signatures/report'

/**
 * The signatures of one file, and its signing request if it has one: `none` if it is no PDF, `unsigned` if it has none,
 * `failed` if the check was not completed. `evidence`: ID of the evidence file beside it that was used.
 */
export type SignatureCheck =
  | { step: 'none' }
  | { step: 'unsigned' }
  | { step: 'checking' }
  | { step: 'checked'; report: PdfSignatures; request?: RequestCheck; evidence?: string }
  | { step: 'failed'; reason: SignatureFailure }

/** `interrupted`: the page was reloaded during the check. */
export type SignatureFailure =
  | 'too-long'
  | 'too-large'
  | 'not-loaded'
  | 'not-readable'
  | 'interrupted'
