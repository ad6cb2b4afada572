import type { PdfDocument } from './pdf-document.ts'

/**
 * Opens a PDF file; loads the reader with the first file. Takes the bytes over: they cannot be used afterwards.
 * @throws PdfError
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const { readPdf } = await import('./read-pdf.ts')
  return readPdf(bytes, new Worker(new URL('./pdf.wasm-worker.ts', import.meta.url)))
}
