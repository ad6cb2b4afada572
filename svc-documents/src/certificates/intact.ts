/**
 * Compares certificates, as they are stored, with the record: nothing that was changed in the database
 * by hand is shown as true.
 */
import { equal } from '@inkproof/proof/bytes'
import { entryBytes, KINDS } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { openingFromJson } from '@inkproof/proof/opening'
import { AppError } from '@inkproof/service-kit/app-error'
import { leafOf } from '../log/entry-store.ts'
import type { CertificateRow, RevocationRow, StoredRow } from './certificates.model.ts'

export type IntactDeps = {
  /** Bytes of the entries at these indexes. */
  entriesAt: (indexes: readonly number[]) => Promise<Map<number, Uint8Array>>
}

/**
 * @throws AppError CERTIFICATE_ALTERED when a row is not what its entry commits to, UNAVAILABLE while
 * the database lacks the entry
 */
export async function mustBeIntact(deps: IntactDeps, rows: readonly StoredRow[]): Promise<void> {
  const entries = await deps.entriesAt(rows.map(({ index }) => index))
  for (const row of rows) {
    const entry = entries.get(row.index)
    if (!entry) throw new AppError('UNAVAILABLE')
    if (!isIntact(row, entry)) throw new AppError('CERTIFICATE_ALTERED', { index: row.index })
  }
}

/** Indexes of those rows that are not what their entries commit to; a missing entry commits to nothing. */
export async function alteredAmong(
  deps: IntactDeps,
  rows: readonly StoredRow[],
): Promise<Set<number>> {
  const entries = await deps.entriesAt(rows.map(({ index }) => index))
  const altered = rows.filter((row) => {
    const entry = entries.get(row.index)
    return !entry || !isIntact(row, entry)
  })
  return new Set(altered.map(({ index }) => index))
}

/** Whether a row says what its entry commits to, wherever the entry commits to it. */
export function isIntact(row: StoredRow, entry: Uint8Array): boolean {
  try {
    const bytes = entryBytes(openingFromJson(row.opening), nodeSha256)
    const isSame = equal(bytes, entry) && leafOf(bytes).leafHash.toString('hex') === row.leafHash
    return isSame && ('previous' in row ? isRevocation(row) : isCertificate(row))
  } catch {
    // Computing from checked input cannot fail: what fails here was not what was checked.
    return false
  }
}

function isRevocation({ opening, previous }: RevocationRow): boolean {
  return opening.kind === KINDS.revoked && opening.previous === String(previous)
}

function isCertificate({ opening, findable }: CertificateRow): boolean {
  const isFound = findable === undefined || findable === opening.fingerprint
  return opening.kind === KINDS.certified && isFound
}
