/** Certifies fingerprints: one entry in the log and one row each, however often it is asked. */
import { KINDS } from '@inkproof/proof/leaf'
import type { CertifyRequest } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import type { CertificateStore } from './certificate-store.ts'
import type { CertificateRow } from './certificates.model.ts'
import { type OpenedEntry, openedEntry } from './opening-entry.ts'

export type CertifyDeps = {
  certificates: Pick<CertificateStore, 'find' | 'findMany' | 'insert'>
  /** Indexes of these entries in the log, durable. */
  append: (entries: readonly Uint8Array[]) => Promise<number[]>
  /** Makes the share links of these certificates work. */
  createShares: (certificateIds: readonly string[]) => Promise<void>
  now: () => Date
}

/** Whose certificate it becomes. */
export type Owner = { accountId: string; workspaceId: string }

/**
 * The certificate of a request; the same one again for the same request.
 *
 * A crash between entry and row leaves an entry that nobody shows; the retry finds it by its leaf hash.
 *
 * @throws AppError INVALID_INPUT, CERTIFICATE_ID_TAKEN
 */
export async function certify(
  deps: CertifyDeps,
  owner: Owner,
  request: CertifyRequest,
): Promise<CertificateRow> {
  const entry = openedEntry(request.opening, KINDS.certified)
  // Looked up first so that a mistaken request leaves no entry; the key decides all the same.
  const before = await deps.certificates.find(request.id)
  if (before) return sameOrTaken(before, owner, request, entry)
  const [row] = await certifyAll(deps, owner, [request])
  return row as CertificateRow
}

/** Certificates of all requests, in their order. @throws AppError INVALID_INPUT, CERTIFICATE_ID_TAKEN */
export async function certifyAll(
  deps: CertifyDeps,
  owner: Owner,
  requests: readonly CertifyRequest[],
): Promise<CertificateRow[]> {
  const ids = requests.map(({ id }) => id)
  if (new Set(ids).size < ids.length)
    throw new AppError('INVALID_INPUT', {
      issues: [{ path: 'certificates', message: 'an id twice' }],
    })
  const entries = requests.map(({ opening }) => openedEntry(opening, KINDS.certified))
  const [indexes] = await Promise.all([
    deps.append(entries.map(({ bytes }) => bytes)),
    deps.createShares(ids),
  ])
  const certifiedAt = deps.now()
  const rows = requests.map((request, place) =>
    rowOf(owner, request, entries[place] as OpenedEntry, indexes[place] as number, certifiedAt),
  )
  if (await deps.certificates.insert(rows)) return rows
  const standing = await deps.certificates.findMany(ids)
  return requests.map((request, place) =>
    sameOrTaken(standing.get(request.id), owner, request, entries[place] as OpenedEntry),
  )
}

function rowOf(
  owner: Owner,
  request: CertifyRequest,
  entry: OpenedEntry,
  index: number,
  certifiedAt: Date,
): CertificateRow {
  const { id, opening, fileName, fileSize, showIssuer, findable } = request
  return {
    _id: id,
    ...owner,
    index,
    leafHash: entry.leafHash,
    opening,
    fileName,
    fileSize,
    showIssuer,
    ...(findable && { findable: opening.fingerprint }),
    certifiedAt,
  }
}

/** A missing row means that its entry is another certificate's. @throws AppError CERTIFICATE_ID_TAKEN */
function sameOrTaken(
  row: CertificateRow | undefined,
  owner: Owner,
  request: CertifyRequest,
  entry: OpenedEntry,
): CertificateRow {
  const isSame =
    row !== undefined &&
    row.workspaceId === owner.workspaceId &&
    row.leafHash === entry.leafHash &&
    row.fileName === request.fileName &&
    row.fileSize === request.fileSize &&
    row.showIssuer === request.showIssuer &&
    (row.findable !== undefined) === request.findable
  if (!isSame) throw new AppError('CERTIFICATE_ID_TAKEN', { id: request.id })
  return row
}
