/** Messages between the page and the worker that checks the signatures of one PDF file. */
import type { PdfSignatures } from '@inkproof/pdf-signatures/report'

export type ToWorker = { file: Blob }

/** `failed` if the file could not be read, for example because it was moved. */
export type FromWorker = { type: 'checked'; report: PdfSignatures } | { type: 'failed' }
