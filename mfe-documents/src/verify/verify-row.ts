import { downloadSharedProof, lookUpFingerprint } from '@inkproof/protocol/calls/shares'
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { findOwnCertificates } from '../certificates/own-certificates.ts'
import { type CheckedProof, checkProof } from './check-proof.ts'
import { fingerprintOf, type Row } from './verify-entries.ts'
import type { VerifyOptions } from './verify-options.store.ts'

type CheckedResult = {
  step: 'checked'
  certificates: SharedCertificate[]
  /** Found only because the signed-in user owns it; others cannot look it up with the file. */
  isFoundByOwnerOnly: boolean
} & CheckedProof

export type RowOutcome =
  | { step: 'checking' }
  | CheckedResult
  /** There is no proof file, and no certificate matches the file. */
  | { step: 'not-found' }
  | { step: 'failed'; reason: string }

/**
 * Verifies with the row's own proof file; without one, with the proof file of the oldest certificate that matches the
 * file. `signal` aborts the lookup and the download of that proof file.
 */
export async function verifyRow(
  { file, proof }: Row,
  options: VerifyOptions,
  signal: AbortSignal,
): Promise<RowOutcome> {
  const fingerprint = fingerprintOf(file)
  if (proof !== null) {
    const checked = await checkProof({ fingerprint, proofText: proof.text }, options)
    return { step: 'checked', certificates: [], isFoundByOwnerOnly: false, ...checked }
  }
  if (fingerprint === null) throw new Error(t('Add a file or its proof file to verify.'))
  const { certificates: findable } = await call(
    lookUpFingerprint,
    { body: { fingerprint } },
    { signal },
  )
  const isFoundByOwnerOnly = findable.length === 0
  const certificates = isFoundByOwnerOnly ? await findOwnCertificates(fingerprint) : findable
  // The oldest one is the strongest evidence of when the file existed.
  const [oldest] = certificates
  if (oldest === undefined) return { step: 'not-found' }
  const { shareLink } = oldest
  const proofText = await call(downloadSharedProof, { params: { shareLink } }, { signal })
  return {
    step: 'checked',
    certificates,
    isFoundByOwnerOnly,
    ...(await checkProof({ fingerprint, proofText }, options)),
  }
}
