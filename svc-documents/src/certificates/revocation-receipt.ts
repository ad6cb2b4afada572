/** The receipt for the revocation of a certificate, as its owner gets it. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@inkproof/service-kit/app-error'
import type { ReceiptStore } from '../revocation-receipts/receipt-store.ts'
import type { CertificateStore } from './certificate-store.ts'
import type { CertificateRow } from './certificates.model.ts'

export type RevocationReceiptDeps = {
  certificates: Pick<CertificateStore, 'findRevocations'>
  receipts: Pick<ReceiptStore, 'request' | 'findNote'>
}

/** Another process signs, usually within half a second. */
const MAX_WAIT_MS = 2_000
const POLL_MS = 100

/**
 * Requests the receipt of a certificate's revocation, waits for its signature for a moment, and returns the note.
 *
 * @throws AppError CERTIFICATE_NOT_REVOKED, RECEIPT_NOT_READY
 */
export async function getRevocationReceipt(
  deps: RevocationReceiptDeps,
  { index, leafHash }: CertificateRow,
): Promise<string> {
  const revocation = (await deps.certificates.findRevocations([index])).get(index)
  if (!revocation) throw new AppError('CERTIFICATE_NOT_REVOKED')
  await deps.receipts.request({
    _id: revocation._id,
    index,
    entry: leafHash,
    revokedBy: revocation.index,
    revocation: revocation.leafHash,
    requestedAt: revocation.certifiedAt,
  })
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += POLL_MS) {
    const note = await deps.receipts.findNote(revocation._id)
    if (note !== undefined) return note
    await delay(POLL_MS)
  }
  throw new AppError('RECEIPT_NOT_READY')
}

/** Like {@link getRevocationReceipt}, but returns null while the receipt is not signed. */
export async function findRevocationReceipt(
  deps: RevocationReceiptDeps,
  certificate: CertificateRow,
): Promise<string | null> {
  try {
    return await getRevocationReceipt(deps, certificate)
  } catch (error) {
    if (error instanceof AppError && error.code === 'RECEIPT_NOT_READY') return null
    throw error
  }
}
