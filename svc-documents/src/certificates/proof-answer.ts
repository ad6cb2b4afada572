import { PROOF_FILE_EXTENSION } from '@inkproof/proof/proof-file'
import type { Response } from 'express'

/** Answers a proof file, named after the document it belongs to. */
export function sendProof(res: Response, fileName: string, text: string): void {
  res
    .set('cache-control', 'no-store')
    .attachment(`${fileName}${PROOF_FILE_EXTENSION}`)
    .type('text/plain; charset=utf-8')
    .send(text)
}
