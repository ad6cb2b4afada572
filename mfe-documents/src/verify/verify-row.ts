import { downloadSharedProof, lookUpFingerprint, showShared } from '@inkproof/protocol/calls/shares'
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { call } from '@inkproof/slice-parts/call'
import { t } from '@inkproof/texts/text'
import { findOwnCertificates } from '../certificates/own-certificates.ts'
import { type CheckedProof, checkProof } from './check-proof.ts'
import { fingerprintOf, type Row } from './verify-entries.ts'
import type { VerifyOptions } from './verify-options.store.ts'

export type CheckedResult = {
  step: 'checked'
  /** Certificates of the file that were looked up. */
  certificates: SharedCertificate[]
  /** Found only because the signed-in user owns it; others cannot look it up with the file. */
  isFoundByOwnerOnly: boolean
  /** Whether a later attempt to check it again failed, for example because the device is offline. */
  isOutOfDate?: boolean
} & CheckedProof

/** There is no proof file, and no certificate matches the file. */
export type NotFoundResult = { step: 'not-found'; isOutOfDate?: boolean }

/** A result with an answer; the others are still running or failed. */
export type AnsweredOutcome = CheckedResult | NotFoundResult

export type RowOutcome = { step: 'checking' } | AnsweredOutcome | { step: 'failed'; reason: string }

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
    const certificates =
      checked.verification.verdict.code === 'changed' && fingerprint !== null
        ? await findCertificates(fingerprint, signal)
        : await findEndedCertificate(checked, proof.shareLink, signal)
    return { step: 'checked', certificates, isFoundByOwnerOnly: false, ...checked }
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

/**
 * Looks up when and why a certificate of this installation was revoked or replaced, which its proof does not contain.
 * Finds nothing if the service does not respond or its owner does not allow it.
 */
async function findEndedCertificate(
  { verification, isOwnRecord }: CheckedProof,
  shareLink: string | null,
  signal: AbortSignal,
): Promise<SharedCertificate[]> {
  const { facts, verdict } = verification
  const hasEnded = verdict.code === 'revoked' || verdict.code === 'replaced'
  if (!hasEnded || !isOwnRecord || facts === null) return []
  try {
    if (shareLink !== null) return [await call(showShared, { params: { shareLink } }, { signal })]
  } catch {
    return []
  }
  const certificates = await findCertificates(facts.fingerprint, signal)
  return certificates.filter(({ index }) => BigInt(index) === facts.index)
}

/** Looks up the certificates of a file; none if the service does not respond. */
async function findCertificates(
  fingerprint: string,
  signal: AbortSignal,
): Promise<SharedCertificate[]> {
  try {
    return (await call(lookUpFingerprint, { body: { fingerprint } }, { signal })).certificates
  } catch {
    return []
  }
}

export function hasAnswer(outcome: RowOutcome | undefined): outcome is AnsweredOutcome {
  return outcome?.step === 'checked' || outcome?.step === 'not-found'
}

/** Whether a check failed or could not be completed, for example because the node or the record could not be reached. */
export function isUndecided(outcome: RowOutcome): boolean {
  if (outcome.step === 'failed') return true
  if (outcome.step !== 'checked') return false
  const { code } = outcome.verification.verdict
  return code === 'incomplete' || code === 'standing-outdated'
}

/** Whether the next state of the record or the chain is expected to change this result soon. */
export function isPending(outcome: RowOutcome | undefined): boolean {
  if (outcome?.step !== 'checked' || !outcome.isOwnRecord) return false
  const { code } = outcome.verification.verdict
  return code === 'not-anchored' || code === 'not-final'
}
