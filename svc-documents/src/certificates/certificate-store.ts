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
  /** Inserts the row if absent. Returns false if a key was taken; then read back the existing row. */
  insert(rows: readonly (CertificateRow | RevocationRow)[]): Promise<boolean>
  find(id: string): Promise<CertificateRow | undefined>
  findMany(ids: readonly string[]): Promise<Map<string, CertificateRow>>
  /** Yields all rows including revocations, several hundred at a time in index order. */
  all(): AsyncGenerator<StoredRow[]>
  /** ID of the row at each of these indexes that has one. */
  idsAt(indexes: readonly number[]): Promise<Map<number, string>>
  /**
   * A workspace's certificates below an index, newest first. `signedSize` is where the search
   * begins.
   */
  page(
    workspaceId: string,
    below: number | undefined,
    signedSize: number,
  ): Promise<CertificateRow[]>
  /** @param signedSize number of signed entries */
  count(workspaceId: string, signedSize: number): Promise<number>
  /** For each of these indexes that was revoked or superseded, the row that did so. */
  endings(indexes: readonly number[]): Promise<Map<number, RevocationRow>>
  /** Certificates with this fingerprint whose owners let them be found, oldest first. */
  findable(fingerprint: string, limit: number): Promise<CertificateRow[]>
}

/** Certificates per page of a list. */
export const PAGE = 50
const KEYS_A_QUERY = 64
const ROWS_A_STEP = 250
/** Size of the first search step down the log; each step is four times as large as the last. */
const FIRST_STEP = 4 * PAGE

export function certificateStore(model: Certificates): CertificateStore {
  return {
    insert: (rows) => insertMissing(model, rows),
    find: async (id) => (await findMany(model, [id])).get(id),
    findMany: (ids) => findMany(model, ids),
    all: () => all(model),
    idsAt: (indexes) => idsAt(model, indexes),
    page: (workspaceId, below, signedSize) => page(model, workspaceId, below, signedSize),
    count: createCounter(
      (workspaceId, $gte, $lt) =>
        model.countDocuments({
          workspaceId,
          index: { $gte, ...($lt !== undefined && { $lt }) },
        }),
      Date.now,
    ),
    endings: (indexes) => endings(model, indexes),
    findable: (fingerprint, limit) =>
      model
        .find({ findable: fingerprint })
        .sort({ index: 1 })
        .limit(limit)
        .lean<CertificateRow[]>(),
  }
}

async function* all(model: Certificates): AsyncGenerator<StoredRow[]> {
  for (let after = -1; ; ) {
    const rows: StoredRow[] = await model
      .find({ index: { $gt: after } })
      .sort({ index: 1 })
      .limit(ROWS_A_STEP)
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
  const found = new Map<number, string>()
  for (let at = 0; at < indexes.length; at += KEYS_A_QUERY) {
    const some = indexes.slice(at, at + KEYS_A_QUERY)
    const rows = await model
      .find({ index: { $in: some } }, { index: 1 })
      .lean<Pick<CertificateRow, '_id' | 'index'>[]>()
    for (const { _id, index } of rows) found.set(index, _id)
  }
  return found
}

/** Excludes revocations, which are not certificates and have no workspace. */
async function findMany(
  model: Certificates,
  ids: readonly string[],
): Promise<Map<string, CertificateRow>> {
  const found = new Map<string, CertificateRow>()
  for (let index = 0; index < ids.length; index += KEYS_A_QUERY) {
    const rows = await model
      .find({ _id: { $in: ids.slice(index, index + KEYS_A_QUERY) } })
      .lean<CertificateRow[]>()
    for (const row of rows) if (row.workspaceId) found.set(row._id, row)
  }
  return found
}

/**
 * Searches the log downwards in growing ranges, so that no database has to sort a workspace's whole
 * list to return its newest page.
 */
async function page(
  model: Certificates,
  workspaceId: string,
  below: number | undefined,
  signedSize: number,
): Promise<CertificateRow[]> {
  const rows: CertificateRow[] = []
  const take = async (range: { $gte: number; $lt?: number }) => {
    const some = await model
      .find({ workspaceId, index: range })
      .sort({ index: -1 })
      .limit(PAGE - rows.length)
      .lean<CertificateRow[]>()
    rows.push(...some)
  }
  let high = below ?? signedSize
  // Certified a moment ago and not yet in a signed state.
  if (below === undefined) await take({ $gte: signedSize })
  for (let step = FIRST_STEP; rows.length < PAGE && high > 0; step *= 4) {
    const low = Math.max(0, high - step)
    await take({ $gte: low, $lt: high })
    high = low
  }
  return rows
}

async function endings(
  model: Certificates,
  indexes: readonly number[],
): Promise<Map<number, RevocationRow>> {
  const found = new Map<number, RevocationRow>()
  for (let index = 0; index < indexes.length; index += KEYS_A_QUERY) {
    const some = indexes.slice(index, index + KEYS_A_QUERY)
    const rows = await model.find({ previous: { $in: some } }).lean<RevocationRow[]>()
    for (const row of rows) found.set(row.previous, row)
  }
  return found
}
