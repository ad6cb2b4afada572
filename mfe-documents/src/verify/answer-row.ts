import { downloadSharedProof, lookUpFingerprint } from '@inkproof/protocol/calls/shares'
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { type Checked, checkProof } from './check-proof.ts'
import { ownOf } from './own-certificates.ts'
import { fingerprintOf, type Row } from './verify-entries.ts'
import type { VerifyOptions } from './verify-options.store.ts'

type Looked = {
  step: 'checked'
  certificates: SharedCertificate[]
  /** Found only for its signed-in owner: nobody else may find it by the file. */
  isOwnOnly: boolean
} & Checked

export type Answer =
  | { step: 'checking' }
  | Looked
  /** There is no proof file, and no certificate that may be found by the file. */
  | { step: 'not-found' }
  | { step: 'failed'; reason: string }

/**
 * Verifies with the row's own proof file, otherwise with that of the oldest certificate that may be found by the
 * file.
 */
export async function answerTo({ file, proof }: Row, options: VerifyOptions): Promise<Answer> {
  const fingerprint = fingerprintOf(file)
  if (proof !== null) {
    const checked = await checkProof({ fingerprint, proofText: proof.text }, options)
    return { step: 'checked', certificates: [], isOwnOnly: false, ...checked }
  }
  if (fingerprint === null) throw new Error(t('There is nothing to verify here.'))
  const { certificates: findable } = await call(lookUpFingerprint, {
    body: { fingerprint },
  })
  const isOwnOnly = findable.length === 0
  const certificates = isOwnOnly ? await ownOf(fingerprint) : findable
  // The oldest one is the strongest evidence of when the file existed.
  const [oldest] = certificates
  if (oldest === undefined) return { step: 'not-found' }
  const proofText = await call(downloadSharedProof, {
    params: { shareLink: oldest.shareLink },
  })
  return {
    step: 'checked',
    certificates,
    isOwnOnly,
    ...(await checkProof({ fingerprint, proofText }, options)),
  }
}
