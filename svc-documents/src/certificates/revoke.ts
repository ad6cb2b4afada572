/**
 * Revokes a certificate with a separate log entry, which the status of the next anchor includes.
 *
 * The intent is written first, then the entry, then the row. Of several concurrent revocations, only
 * the one whose intent is stored first appends an entry. Once the intent exists, the revocation is
 * always completed, however often the service is killed meanwhile.
 */
import { KINDS } from '@inkproof/proof/leaf'
import type { OpeningJson } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import type { CertificateStore } from './certificate-store.ts'
import type { CertificateRow, RevocationRow } from './certificates.model.ts'
import type { Owner } from './certify.ts'
import { entryFromOpening } from './opening-entry.ts'
import type { RevocationIntentStore } from './revocation-intent-store.ts'
import type { RevocationIntent } from './revocation-intents.model.ts'

export type CompleteRevocationDeps = {
  certificates: Pick<CertificateStore, 'findRevocations' | 'insert'>
  revocationIntents: Pick<RevocationIntentStore, 'drop'>
  append: (entries: readonly Uint8Array[]) => Promise<number[]>
  /** Name of the log. */
  origin: string
}

export type RevokeDeps = CompleteRevocationDeps & {
  revocationIntents: Pick<RevocationIntentStore, 'claim'>
  now: () => Date
}

/**
 * Returns the index of the entry that revokes this certificate. Idempotent for the same opening.
 *
 * @throws AppError INVALID_INPUT, ALREADY_SUPERSEDED
 */
export async function revoke(
  deps: RevokeDeps,
  owner: Owner,
  certificate: CertificateRow,
  opening: OpeningJson,
): Promise<number> {
  const { leafHash } = entryFromOpening(opening, KINDS.revoked, deps.origin)
  assertRefersTo(certificate, opening)
  const existing = await findRevocation(deps, certificate.index)
  if (existing) return indexIfSame(existing, leafHash)
  const intent = await deps.revocationIntents.claim({
    _id: `${certificate._id}.revoked`,
    accountId: owner.accountId,
    leafHash,
    opening,
    previous: certificate.index,
    certifiedAt: deps.now(),
  })
  return indexIfSame(await completeRevocation(deps, intent), leafHash)
}

/**
 * Completes an intent and returns the revocation. Safe to call concurrently.
 *
 * @throws AppError UNAVAILABLE while the revocation's row cannot be written; the intent remains
 */
export async function completeRevocation(
  deps: CompleteRevocationDeps,
  intent: RevocationIntent,
): Promise<RevocationRow> {
  // This read must follow the storing of the intent: an earlier intent for the same certificate was
  // deleted only after its revocation's row had been written.
  const revocation =
    (await findRevocation(deps, intent.previous)) ?? (await appendRevocation(deps, intent))
  await deps.revocationIntents.drop(intent)
  return revocation
}

async function appendRevocation(
  deps: CompleteRevocationDeps,
  intent: RevocationIntent,
): Promise<RevocationRow> {
  const { bytes } = entryFromOpening(intent.opening, KINDS.revoked, deps.origin)
  const [index] = await deps.append([bytes])
  const row = { ...intent, index: index as number }
  if (await deps.certificates.insert([row])) return row
  const existing = await findRevocation(deps, intent.previous)
  if (!existing) throw new AppError('UNAVAILABLE')
  return existing
}

/** Requires that the revocation refers to this certificate's entry and document. */
function assertRefersTo(certificate: CertificateRow, opening: OpeningJson): void {
  const isMatch =
    opening.previous === String(certificate.index) &&
    opening.fingerprint === certificate.opening.fingerprint
  if (isMatch) return
  const message = `must have previous ${certificate.index} and the certificate's fingerprint`
  throw new AppError('INVALID_INPUT', { issues: [{ path: 'opening', message }] })
}

async function findRevocation(
  deps: Pick<CompleteRevocationDeps, 'certificates'>,
  index: number,
): Promise<RevocationRow | undefined> {
  return (await deps.certificates.findRevocations([index])).get(index)
}

/** Returns the existing revocation's index. @throws AppError ALREADY_SUPERSEDED if its opening is a different one */
function indexIfSame(existing: RevocationRow, leafHash: string): number {
  if (existing.leafHash !== leafHash) throw new AppError('ALREADY_SUPERSEDED')
  return existing.index
}
