/** Revokes a certificate: an entry of its own in the log, which the next anchor's status shows. */
import { KINDS } from '@inkproof/proof/leaf'
import type { OpeningJson } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import type { CertificateStore } from './certificate-store.ts'
import type { CertificateRow } from './certificates.model.ts'
import type { Owner } from './certify.ts'
import { openedEntry } from './opening-entry.ts'

export type RevokeDeps = {
  certificates: Pick<CertificateStore, 'endings' | 'insert'>
  append: (entries: readonly Uint8Array[]) => Promise<number[]>
  /** Name of the log. */
  origin: string
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
  const entry = openedEntry(opening, KINDS.revoked, deps.origin)
  mustName(certificate, opening)
  const standing = await revocationOf(deps, certificate)
  if (standing) return sameOrRefused(standing, entry.leafHash)
  const [index] = await deps.append([entry.bytes])
  const row = {
    _id: `${certificate._id}.revoked`,
    accountId: owner.accountId,
    index: index as number,
    leafHash: entry.leafHash,
    opening,
    previous: certificate.index,
    certifiedAt: deps.now(),
  }
  if (await deps.certificates.insert([row])) return row.index
  return sameOrRefused(await revocationOf(deps, certificate), entry.leafHash)
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

async function revocationOf(deps: RevokeDeps, { index }: CertificateRow) {
  return (await deps.certificates.endings([index])).get(index)
}

function sameOrRefused(
  standing: { index: number; leafHash: string } | undefined,
  leafHash: string,
): number {
  if (standing?.leafHash !== leafHash) throw new AppError('ALREADY_SUPERSEDED')
  return standing.index
}
