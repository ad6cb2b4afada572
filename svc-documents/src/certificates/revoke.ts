/**
 * Revokes a certificate by its own log entry, which the status of the next anchor includes.
 *
 * The intent is written first, then the entry, then the row. The process that writes the intent
 * decides which revocation it is, so a refused revocation appends no entry. Once the intent exists,
 * the revocation is always completed, however often the service is killed meanwhile.
 */
import { KINDS } from '@inkproof/proof/leaf'
import type { OpeningJson } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import type { CertificateStore } from './certificate-store.ts'
import type { CertificateRow, RevocationRow } from './certificates.model.ts'
import type { Owner } from './certify.ts'
import { openedEntry } from './opening-entry.ts'
import type { RevocationIntentStore } from './revocation-intent-store.ts'
import type { RevocationIntent } from './revocation-intents.model.ts'

export type FinishDeps = {
  certificates: Pick<CertificateStore, 'endings' | 'insert'>
  revocationIntents: Pick<RevocationIntentStore, 'drop'>
  append: (entries: readonly Uint8Array[]) => Promise<number[]>
  /** Name of the log. */
  origin: string
}

export type RevokeDeps = FinishDeps & {
  revocationIntents: Pick<RevocationIntentStore, 'claim'>
  now: () => Date
}

/**
 * Returns the index of the entry that revokes this certificate; the same index again for the same
 * opening.
 *
 * @throws AppError INVALID_INPUT, ALREADY_SUPERSEDED
 */
export async function revoke(
  deps: RevokeDeps,
  owner: Owner,
  certificate: CertificateRow,
  opening: OpeningJson,
): Promise<number> {
  const { leafHash } = openedEntry(opening, KINDS.revoked, deps.origin)
  assertNames(certificate, opening)
  const before = await revocationOf(deps, certificate.index)
  if (before) return sameOrRefused(before, leafHash)
  const intent = await deps.revocationIntents.claim({
    _id: `${certificate._id}.revoked`,
    accountId: owner.accountId,
    leafHash,
    opening,
    previous: certificate.index,
    certifiedAt: deps.now(),
  })
  return sameOrRefused(await finish(deps, intent), leafHash)
}

/**
 * Completes an intent; safe to call concurrently. Returns the revocation that exists then.
 *
 * @throws AppError UNAVAILABLE while its row cannot be written: the intent remains
 */
export async function finish(deps: FinishDeps, intent: RevocationIntent): Promise<RevocationRow> {
  // Read after the intent: an earlier intent is only deleted once its row exists.
  const standing = (await revocationOf(deps, intent.previous)) ?? (await complete(deps, intent))
  await deps.revocationIntents.drop(intent)
  return standing
}

async function complete(deps: FinishDeps, intent: RevocationIntent): Promise<RevocationRow> {
  const { bytes } = openedEntry(intent.opening, KINDS.revoked, deps.origin)
  const [index] = await deps.append([bytes])
  const row = { ...intent, index: index as number }
  if (await deps.certificates.insert([row])) return row
  const standing = await revocationOf(deps, intent.previous)
  if (!standing) throw new AppError('UNAVAILABLE')
  return standing
}

/** A revocation refers to one entry and one document; both must be this certificate's. */
function assertNames(certificate: CertificateRow, opening: OpeningJson): void {
  const names =
    opening.previous === String(certificate.index) &&
    opening.fingerprint === certificate.opening.fingerprint
  if (names) return
  const message = `expected previous ${certificate.index} and the certificate's fingerprint`
  throw new AppError('INVALID_INPUT', { issues: [{ path: 'opening', message }] })
}

async function revocationOf(
  deps: Pick<FinishDeps, 'certificates'>,
  index: number,
): Promise<RevocationRow | undefined> {
  return (await deps.certificates.endings([index])).get(index)
}

function sameOrRefused(standing: RevocationRow, leafHash: string): number {
  if (standing.leafHash !== leafHash) throw new AppError('ALREADY_SUPERSEDED')
  return standing.index
}
