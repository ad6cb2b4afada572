import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { getSharedProof, lookUp } from '../certificates/certificates.api.ts'
import { type Checked, checkProof } from './check-proof.ts'
import { fingerprintOf, type Row } from './verify-entries.ts'
import type { VerifyOptions } from './verify-options.store.ts'

export type Answer =
  | { step: 'checking' }
  | ({ step: 'checked'; certificates: SharedCertificate[] } & Checked)
  /** No proof file, and nothing here that may be found by the file. */
  | { step: 'not-found' }
  | { step: 'failed'; reason: string }

/** With its own proof file, else with the proof of the oldest certificate that may be found by the file. */
export async function answerTo({ file, proof }: Row, options: VerifyOptions): Promise<Answer> {
  const fingerprint = fingerprintOf(file)
  if (proof !== null) {
    const checked = await checkProof({ fingerprint, proofText: proof.text }, options)
    return { step: 'checked', certificates: [], ...checked }
  }
  if (fingerprint === null) throw new Error('There is nothing to verify here.')
  const { certificates } = await lookUp(fingerprint)
  // The oldest one says the most: since when the file has existed.
  const [oldest] = certificates
  if (oldest === undefined) return { step: 'not-found' }
  const proofText = await getSharedProof(oldest.shareLink)
  return {
    step: 'checked',
    certificates,
    ...(await checkProof({ fingerprint, proofText }, options)),
  }
}
