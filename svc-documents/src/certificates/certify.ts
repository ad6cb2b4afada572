/**
 * Certifies fingerprints: one log entry and one row each, however often the request is repeated.
 */
import { KINDS } from '@inkproof/proof/leaf'
import type { CertifyRequest } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import { type EntryStore, leafOf } from '../log/entry-store.ts'
import type { IdClaim } from '../share-links/feature.ts'
import type { CertificateStore } from './certificate-store.ts'
import type { CertificateRow } from './certificates.model.ts'
import type { ConsumeDailyQuota } from './daily-quota.ts'
import { type OpenedEntry, openedEntry } from './opening-entry.ts'

export type CertifyDeps = {
  certificates: Pick<CertificateStore, 'findMany' | 'idsAt' | 'insert'>
  /** Returns the index of each of these leaves that is in the log, by hex leaf hash. */
  indexesOf: EntryStore['indexesOf']
  /** Appends entries to the log durably and returns their indexes. */
  append: (entries: readonly Uint8Array[]) => Promise<number[]>
  /**
   * Claims each ID for one entry and activates its share link. Returns the IDs claimed by another
   * entry.
   */
  claimIds: (claims: readonly IdClaim[]) => Promise<string[]>
  /** Counts new certificates of an account. @throws AppError DAILY_ALLOWANCE_USED */
  takeAllowance: ConsumeDailyQuota
  /** Name of the log. */
  origin: string
  now: () => Date
}

/** The owner of the new certificate. */
export type Owner = { accountId: string; workspaceId: string }

/**
 * Certifies one request; a repeated request returns the same certificate.
 *
 * A crash between entry and row leaves an entry that is not shown; the retry finds it by its leaf
 * hash.
 *
 * @throws AppError INVALID_INPUT, CERTIFICATE_ID_TAKEN, DAILY_ALLOWANCE_USED
 */
export async function certify(
  deps: CertifyDeps,
  owner: Owner,
  request: CertifyRequest,
): Promise<CertificateRow> {
  const [row] = await certifyAll(deps, owner, [request])
  return row as CertificateRow
}

/**
 * Certifies all requests and returns the certificates in their order. @throws as {@link certify}
 */
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
  const entries = requests.map(({ opening }) => openedEntry(opening, KINDS.certified, deps.origin))
  const count = await countNew(deps, owner, requests, entries)
  if (count > 0) await deps.takeAllowance(owner.accountId, count)
  await claimIds(deps, ids, entries)
  const indexes = await deps.append(entries.map(({ bytes }) => bytes))
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

/**
 * When several requests claim the same ID concurrently, the first one wins; the others append
 * nothing.
 *
 * @throws AppError CERTIFICATE_ID_TAKEN
 */
async function claimIds(
  deps: CertifyDeps,
  ids: readonly string[],
  entries: readonly OpenedEntry[],
): Promise<void> {
  const [taken] = await deps.claimIds(
    entries.map(({ leafHash }, place) => ({ certificateId: ids[place] as string, leafHash })),
  )
  if (taken !== undefined) throw new AppError('CERTIFICATE_ID_TAKEN', { id: taken })
}

/**
 * Counts the requests that are not certified yet. This runs first, so that a refused request leaves
 * nothing behind and a repeated one costs nothing; the unique keys still decide.
 *
 * @throws AppError INVALID_INPUT, CERTIFICATE_ID_TAKEN
 */
async function countNew(
  deps: CertifyDeps,
  owner: Owner,
  requests: readonly CertifyRequest[],
  entries: readonly OpenedEntry[],
): Promise<number> {
  const hashes = entries.map(({ leafHash }) => leafHash)
  if (new Set(hashes).size < hashes.length) {
    const issues = [{ path: 'certificates', message: 'an opening twice' }]
    throw new AppError('INVALID_INPUT', { issues })
  }
  const [standing, logged] = await Promise.all([
    deps.certificates.findMany(requests.map(({ id }) => id)),
    deps.indexesOf(entries.map(({ bytes }) => leafOf(bytes))),
  ])
  const idAt = await deps.certificates.idsAt([...logged.values()])
  for (const [place, request] of requests.entries()) {
    const entry = entries[place] as OpenedEntry
    const row = standing.get(request.id)
    if (row) sameOrTaken(row, owner, request, entry)
    const holder = idAt.get(logged.get(entry.leafHash) ?? -1)
    if (holder !== undefined && holder !== request.id)
      throw new AppError('CERTIFICATE_ID_TAKEN', { id: request.id })
  }
  return requests.length - standing.size
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

/**
 * A missing row means that its entry belongs to another certificate. @throws AppError
 * CERTIFICATE_ID_TAKEN
 */
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
