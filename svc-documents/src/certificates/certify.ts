/**
 * Certifies fingerprints idempotently: each gets one log entry and one row.
 */
import { isDeepStrictEqual } from 'node:util'
import { KINDS } from '@inkproof/proof/leaf'
import type { CertifyRequest } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import { type EntryStore, leafOf } from '../log/entry-store.ts'
import type { OpeningEntry } from '../log/opening-entry.ts'
import type { IdClaim } from '../share-links/feature.ts'
import type { CertificateStore } from './certificate-store.ts'
import type { CertificateRow } from './certificates.model.ts'
import { entryFromOpening } from './opening-entry.ts'

export type CertifyDeps = {
  certificates: Pick<CertificateStore, 'findMany' | 'idsAt' | 'insert'>
  /** Returns the indexes of those leaves that are in the log, by hex leaf hash. */
  indexesOf: EntryStore['indexesOf']
  /** Appends entries to the log durably and returns their indexes. */
  append: (entries: readonly Uint8Array[]) => Promise<number[]>
  /**
   * Claims each ID for one entry and activates its share link. Returns the IDs claimed by another
   * entry.
   */
  claimIds: (claims: readonly IdClaim[]) => Promise<string[]>
  /** Admits this number of new certificates and counts them, those of a repeated request only once; throws to refuse. */
  admit: (certificates: number, deduplicationKey: string) => Promise<void>
  /** Name of the log. */
  origin: string
  now: () => Date
}

/** A certificate as a request describes it, before it has an index and a time. */
type RequestedRow = Omit<CertificateRow, 'index' | 'certifiedAt'>

/** Fields that are not compared when a request is repeated; `opening` is one, as the leaf hash commits to it. */
const IGNORED_FIELDS: ReadonlySet<string> = new Set<keyof CertificateRow>([
  'accountId',
  'index',
  'certifiedAt',
  'opening',
])

/** The owner of the new certificate. */
export type Owner = { accountId: string; workspaceId: string }

/**
 * Certifies one request; a repeated request returns the same certificate.
 *
 * A crash between writing the entry and the row leaves an entry that is not shown; the retry finds
 * it by its leaf hash.
 *
 * @throws AppError INVALID_INPUT, CERTIFICATE_ID_TAKEN, and the errors of `admit`
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
 * Certifies all requests and returns the certificates in their order.
 *
 * @throws as {@link certify}
 */
export async function certifyAll(
  deps: CertifyDeps,
  owner: Owner,
  requests: readonly CertifyRequest[],
): Promise<CertificateRow[]> {
  const ids = requests.map(({ id }) => id)
  if (new Set(ids).size < ids.length)
    throw new AppError('INVALID_INPUT', {
      issues: [{ path: 'certificates', message: 'contains the same ID twice' }],
    })
  const entries = requests.map(({ opening }) =>
    entryFromOpening(opening, KINDS.certified, deps.origin),
  )
  const requested = requests.map((request, index) =>
    toRequestedRow(owner, request, entries[index] as OpeningEntry),
  )
  const count = await countNew(deps, requested, entries)
  if (count > 0) await deps.admit(count, deduplicationKeyOf(requested))
  await claimIds(deps, requested)
  const indexes = await deps.append(entries.map(({ bytes }) => bytes))
  const certifiedAt = deps.now()
  const rows = requested.map((row, index) => ({
    ...row,
    index: indexes[index] as number,
    certifiedAt,
  }))
  if (await deps.certificates.insert(rows)) return rows
  const existing = await deps.certificates.findMany(ids)
  return requested.map((row) => requireSame(existing.get(row._id), row))
}

/**
 * Identifies a request by its certificates, so that its repetitions are recognized with and without an
 * Idempotency-Key. Each of them can be created only once, so none is created without being counted.
 */
function deduplicationKeyOf(requested: readonly RequestedRow[]): string {
  return requested.map(({ _id, leafHash }) => `${_id} ${leafHash}`).join()
}

/**
 * Claims the ID of each request. When several requests claim the same ID concurrently, the first one
 * wins; the others append nothing.
 *
 * @throws AppError CERTIFICATE_ID_TAKEN
 */
async function claimIds(deps: CertifyDeps, requested: readonly RequestedRow[]): Promise<void> {
  const [taken] = await deps.claimIds(
    requested.map(({ _id, leafHash }) => ({ certificateId: _id, leafHash })),
  )
  if (taken !== undefined) throw new AppError('CERTIFICATE_ID_TAKEN', { id: taken })
}

/**
 * Counts the requests that have no certificate yet, and refuses those that conflict with existing ones.
 * This runs before anything is written, so that a refused request leaves nothing behind and a repeated
 * request uses no quota. Conflicts between concurrent requests are detected later, by the unique keys.
 *
 * @throws AppError INVALID_INPUT, CERTIFICATE_ID_TAKEN
 */
async function countNew(
  deps: CertifyDeps,
  requested: readonly RequestedRow[],
  entries: readonly OpeningEntry[],
): Promise<number> {
  if (new Set(requested.map(({ leafHash }) => leafHash)).size < requested.length) {
    const issues = [{ path: 'certificates', message: 'contains the same opening twice' }]
    throw new AppError('INVALID_INPUT', { issues })
  }
  const [existing, logged] = await Promise.all([
    deps.certificates.findMany(requested.map(({ _id }) => _id)),
    deps.indexesOf(entries.map(({ bytes }) => leafOf(bytes))),
  ])
  const idAt = await deps.certificates.idsAt([...logged.values()])
  for (const row of requested) {
    const sameId = existing.get(row._id)
    if (sameId) requireSame(sameId, row)
    const certificateId = idAt.get(logged.get(row.leafHash) ?? -1)
    if (certificateId !== undefined && certificateId !== row._id)
      throw new AppError('CERTIFICATE_ID_TAKEN', { id: row._id })
  }
  return requested.length - existing.size
}

function toRequestedRow(owner: Owner, request: CertifyRequest, entry: OpeningEntry): RequestedRow {
  const { id, opening, fileName, fileSize, showIssuer, findable } = request
  return {
    _id: id,
    ...owner,
    leafHash: entry.leafHash,
    opening,
    fileName,
    fileSize,
    showIssuer,
    ...(findable && { findable: opening.fingerprint }),
  }
}

/**
 * Returns the existing row if it matches the request. A missing row means that the entry belongs to
 * another certificate.
 *
 * @throws AppError CERTIFICATE_ID_TAKEN
 */
function requireSame(
  existing: CertificateRow | undefined,
  requested: RequestedRow,
): CertificateRow {
  if (!existing || !isSame(existing, requested))
    throw new AppError('CERTIFICATE_ID_TAKEN', { id: requested._id })
  return existing
}

/**
 * Compares all fields except {@link IGNORED_FIELDS}, including any that are added to the model in the future. The file
 * names of requests are cleaned, those stored by earlier releases are not.
 */
function isSame(existing: CertificateRow, requested: RequestedRow): boolean {
  const cleaned = { ...existing, fileName: cleanLine(existing.fileName) }
  const [left, right] = [cleaned, requested].map(
    (row) => new Map(Object.entries(row).filter(([name]) => !IGNORED_FIELDS.has(name))),
  )
  return isDeepStrictEqual(left, right)
}
