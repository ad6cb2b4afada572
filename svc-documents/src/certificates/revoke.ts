/**
 * Revokes a certificate: an entry of its own in the log, which the next anchor's status shows.
 *
 * The intent is written first, then the entry, then the row. Whoever writes the intent decides which
 * revocation it is, so one that is refused leaves no entry; and from the intent on it is finished, by
 * whoever comes next, however often the service is killed meanwhile.
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
 * Index of the entry that revokes this certificate; the same again for the same opening.
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
  mustName(certificate, opening)
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
 * Brings an intent to its end, which any number of callers may do at once. Answers the revocation that
 * stands then.
 *
 * @throws AppError UNAVAILABLE while its row cannot be written: the intent stays
 */
export async function finish(deps: FinishDeps, intent: RevocationIntent): Promise<RevocationRow> {
  // Looked at after the intent was read: the one before it is only taken away once its row stands.
  const standing = (await revocationOf(deps, intent.previous)) ?? (await carryOut(deps, intent))
  await deps.revocationIntents.drop(intent)
  return standing
}

async function carryOut(deps: FinishDeps, intent: RevocationIntent): Promise<RevocationRow> {
  const { bytes } = openedEntry(intent.opening, KINDS.revoked, deps.origin)
  const [index] = await deps.append([bytes])
  const row = { ...intent, index: index as number }
  if (await deps.certificates.insert([row])) return row
  const standing = await revocationOf(deps, intent.previous)
  if (!standing) throw new AppError('UNAVAILABLE')
  return standing
}

/** A revocation speaks of one entry and one document; both must be this certificate's. */
function mustName(certificate: CertificateRow, opening: OpeningJson): void {
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
