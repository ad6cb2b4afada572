/** Finds evidence files by their beginning, without a parser. */

/** How each evidence file begins, of any version, because it has one encoding (packages/signing, evidence.ts). */
const BEGINNING = '{\n  "format": "inkproof/evidence/'
/** Larger files are not evidence; the same limit as in packages/signing. */
const MAX_BYTES = 32 * 1024 * 1024

/** Whether a file begins as the evidence of a signing request. @throws DOMException if the file cannot be read */
export async function isEvidenceFile(file: Blob): Promise<boolean> {
  if (file.size > MAX_BYTES) return false
  return (await file.slice(0, BEGINNING.length).text()) === BEGINNING
}
