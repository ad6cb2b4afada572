/** Compares stored certificates with the record, so that data changed directly in the database is never shown. */
import { equal } from '@inkproof/proof/bytes'
import { entryBytes, KINDS } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { openingFromJson } from '@inkproof/proof/opening'
import { AppError } from '@inkproof/service-kit/app-error'
import { leafOf } from '../log/entry-store.ts'
import type { CertificateRow, RevocationRow, StoredRow } from './certificates.model.ts'

export type IntegrityDeps = {
  /** Returns the bytes of the entries at these indexes; missing entries are omitted. */
  entriesAt: (indexes: readonly number[]) => Promise<Map<number, Uint8Array>>
}

/**
 * Checks that each row matches its entry in the record.
 *
 * @throws AppError CERTIFICATE_ALTERED when a row does not match its entry's commitment,
 * UNAVAILABLE while the database lacks the entry
 */
export async function assertIntegrity(
  deps: IntegrityDeps,
  rows: readonly StoredRow[],
): Promise<void> {
  const entries = await deps.entriesAt(rows.map(({ index }) => index))
  for (const row of rows) {
    const entry = entries.get(row.index)
    if (!entry) throw new AppError('UNAVAILABLE')
    if (!isIntact(row, entry)) throw new AppError('CERTIFICATE_ALTERED', { index: row.index })
  }
}

/** Returns the indexes of the rows that do not match their entries, or whose entries are missing. */
export async function findAltered(
  deps: IntegrityDeps,
  rows: readonly StoredRow[],
): Promise<Set<number>> {
  const entries = await deps.entriesAt(rows.map(({ index }) => index))
  const altered = rows.filter((row) => {
    const entry = entries.get(row.index)
    return !entry || !isIntact(row, entry)
  })
  return new Set(altered.map(({ index }) => index))
}

/** Whether a row matches its entry in every field that the entry commits to. */
export function isIntact(row: StoredRow, entry: Uint8Array): boolean {
  try {
    const bytes = entryBytes(openingFromJson(row.opening), nodeSha256)
    const isSame = equal(bytes, entry) && leafOf(bytes).leafHash.toString('hex') === row.leafHash
    return isSame && ('previous' in row ? isRevocation(row) : isCertificate(row))
  } catch {
    // Stored input was validated, so a failure means that the row was changed.
    return false
  }
}

function isRevocation({ opening, previous }: RevocationRow): boolean {
  return opening.kind === KINDS.revoked && opening.previous === String(previous)
}

function isCertificate({ opening, findable }: CertificateRow): boolean {
  const isFindableMatch = findable === undefined || findable === opening.fingerprint
  return opening.kind === KINDS.certified && isFindableMatch
}
