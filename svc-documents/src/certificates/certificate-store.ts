/** Database queries for certificates. */
import { insertMissing } from '@inkproof/service-kit/insert-many'
import type {
  CertificateRow,
  Certificates,
  RevocationRow,
  StoredRow,
} from './certificates.model.ts'
import { createCounter } from './count.ts'

export type CertificateStore = {
  /** Inserts the rows whose keys are new. Returns false if a key was taken; the caller then reads the existing rows. */
  insert(rows: readonly (CertificateRow | RevocationRow)[]): Promise<boolean>
  find(id: string): Promise<CertificateRow | undefined>
  findMany(ids: readonly string[]): Promise<Map<string, CertificateRow>>
  /** Yields all rows, including revocations, in batches and in index order. */
  readAll(): AsyncGenerator<StoredRow[]>
  /** Returns the ID of the row at each of these indexes, where there is one. */
  idsAt(indexes: readonly number[]): Promise<Map<number, string>>
  /**
   * Returns a page of a workspace's certificates, newest first: those with an index less than `below`, or the
   * newest ones if `below` is undefined.
   *
   * @param signedSize number of signed entries, where the search for the newest ones begins
   */
  readPage(
    workspaceId: string,
    below: number | undefined,
    signedSize: number,
  ): Promise<CertificateRow[]>
  /** Returns a page of a workspace's certificates of one file, newest first, with an index less than `below` if given. */
  readPageOfFile(file: FileInWorkspace, below: number | undefined): Promise<CertificateRow[]>
  /** Counts a workspace's certificates of one file. */
  countOfFile(file: FileInWorkspace): Promise<number>
  /** Counts a workspace's certificates. @param signedSize number of signed entries */
  count(workspaceId: string, signedSize: number): Promise<number>
  /** Returns the row that revoked or superseded the entry at each of these indexes, where there is one. */
  findRevocations(indexes: readonly number[]): Promise<Map<number, RevocationRow>>
  /** Returns the certificates with this fingerprint that their owners made findable, oldest first. */
  findFindable(fingerprint: string, limit: number): Promise<CertificateRow[]>
}

/** A file, by its fingerprint, whose certificates are read in one workspace. */
export type FileInWorkspace = { workspaceId: string; fingerprint: string }

/** Certificates per page of a list. */
export const PAGE_SIZE = 50
const KEYS_PER_QUERY = 64
const BATCH_SIZE = 250
/** Number of indexes in the first range that is searched; each further range is four times as large. */
const FIRST_RANGE = 4 * PAGE_SIZE

export function certificateStore(model: Certificates): CertificateStore {
  return {
    insert: (rows) => insertMissing(model, rows),
    find: async (id) => (await findMany(model, [id])).get(id),
    findMany: (ids) => findMany(model, ids),
    readAll: () => readAll(model),
    idsAt: (indexes) => idsAt(model, indexes),
    readPage: (workspaceId, below, signedSize) => readPage(model, workspaceId, below, signedSize),
    readPageOfFile: (file, below) =>
      model
        .find({ ...inWorkspace(file), ...(below !== undefined && { index: { $lt: below } }) })
        .sort({ index: -1 })
        .limit(PAGE_SIZE)
        .lean<CertificateRow[]>(),
    countOfFile: (file) => model.countDocuments(inWorkspace(file)),
    count: createCounter(
      (workspaceId, $gte, $lt) =>
        model.countDocuments({
          workspaceId,
          index: { $gte, ...($lt !== undefined && { $lt }) },
        }),
      Date.now,
    ),
    findRevocations: (indexes) => findRevocations(model, indexes),
    findFindable: (fingerprint, limit) =>
      model
        .find({ findable: fingerprint })
        .sort({ index: 1 })
        .limit(limit)
        .lean<CertificateRow[]>(),
  }
}

function inWorkspace({ workspaceId, fingerprint }: FileInWorkspace) {
  return { workspaceId, 'opening.fingerprint': fingerprint }
}

async function* readAll(model: Certificates): AsyncGenerator<StoredRow[]> {
  for (let after = -1; ; ) {
    const rows: StoredRow[] = await model
      .find({ index: { $gt: after } })
      .sort({ index: 1 })
      .limit(BATCH_SIZE)
      .lean<StoredRow[]>()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.index
  }
}

async function idsAt(
  model: Certificates,
  indexes: readonly number[],
): Promise<Map<number, string>> {
  const ids = new Map<number, string>()
  for (let start = 0; start < indexes.length; start += KEYS_PER_QUERY) {
    const batch = indexes.slice(start, start + KEYS_PER_QUERY)
    const rows = await model
      .find({ index: { $in: batch } }, { index: 1 })
      .lean<Pick<CertificateRow, '_id' | 'index'>[]>()
    for (const { _id, index } of rows) ids.set(index, _id)
  }
  return ids
}

/** Finds certificates by ID. Excludes revocations, whose rows have no workspace. */
async function findMany(
  model: Certificates,
  ids: readonly string[],
): Promise<Map<string, CertificateRow>> {
  const rowsById = new Map<string, CertificateRow>()
  for (let index = 0; index < ids.length; index += KEYS_PER_QUERY) {
    const rows = await model
      .find({ _id: { $in: ids.slice(index, index + KEYS_PER_QUERY) } })
      .lean<CertificateRow[]>()
    for (const row of rows) if (row.workspaceId) rowsById.set(row._id, row)
  }
  return rowsById
}

/**
 * Searches the log downwards in growing ranges, so that the database never sorts a workspace's
 * whole list to return its newest page.
 */
async function readPage(
  model: Certificates,
  workspaceId: string,
  below: number | undefined,
  signedSize: number,
): Promise<CertificateRow[]> {
  const rows: CertificateRow[] = []
  const readRange = async (range: { $gte: number; $lt?: number }) => {
    const batch = await model
      .find({ workspaceId, index: range })
      .sort({ index: -1 })
      .limit(PAGE_SIZE - rows.length)
      .lean<CertificateRow[]>()
    rows.push(...batch)
  }
  let high = below ?? signedSize
  // Includes certificates whose entries are not signed yet.
  if (below === undefined) await readRange({ $gte: signedSize })
  for (let rangeSize = FIRST_RANGE; rows.length < PAGE_SIZE && high > 0; rangeSize *= 4) {
    const low = Math.max(0, high - rangeSize)
    await readRange({ $gte: low, $lt: high })
    high = low
  }
  return rows
}

async function findRevocations(
  model: Certificates,
  indexes: readonly number[],
): Promise<Map<number, RevocationRow>> {
  const revocations = new Map<number, RevocationRow>()
  for (let index = 0; index < indexes.length; index += KEYS_PER_QUERY) {
    const batch = indexes.slice(index, index + KEYS_PER_QUERY)
    const rows = await model.find({ previous: { $in: batch } }).lean<RevocationRow[]>()
    for (const row of rows) revocations.set(row.previous, row)
  }
  return revocations
}
