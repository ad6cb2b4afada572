import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'
import type { FromWorker } from './messages.ts'

/** Checks the signatures of a PDF file; the worker only connects this to the browser. */
export async function checkFile(file: Blob): Promise<FromWorker> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    // No authority is trusted by default: the names in digital IDs are shown as stated.
    const report = await checkPdfSignatures(bytes, { trustedRoots: [], now: new Date() })
    return { type: 'checked', report }
  } catch {
    return { type: 'failed' }
  }
}
