/**
 * The database's own insert rate: inserts the same documents as a round of the service, without the
 * service.
 */
import type { Collection, Db, Document, MongoClient } from 'mongodb'

/** The collections written by the bulk call, in insertion order. */
export const COLLECTIONS = ['entries', 'certificates', 'shares'] as const
type CollectionName = (typeof COLLECTIONS)[number]

/** Documents of one round by collection, in batches. */
export type Round = Record<CollectionName, Document[][]>

type Key = string | number
type Row = Document & { _id: Key }

export type BaselineRate = {
  /** Returns the documents written since the last call. */
  takeRound(batch: number): Promise<Round>
  /** Creates empty collections with the same indexes in a separate database. */
  empty(collections: readonly CollectionName[]): Promise<Db>
}

export async function baselineRateOf(client: MongoClient): Promise<BaselineRate> {
  const ours = client.db('documents')
  const seen = new Map<CollectionName, Set<Key>>()
  for (const name of COLLECTIONS) seen.set(name, new Set(await keysOf(ours, name)))
  let inserted = 0
  return {
    takeRound: async (batch) => {
      const found = COLLECTIONS.map(async (name) => {
        const rows = await ours.collection<Row>(name).find().toArray()
        const known = seen.get(name)
        const fresh = rows.filter(({ _id }) => !known?.has(_id))
        for (const { _id } of fresh) known?.add(_id)
        return [name, batches(fresh, batch)]
      })
      return Object.fromEntries(await Promise.all(found)) as Round
    },
    empty: async (names) => {
      inserted += 1
      const db = client.db(`bench_own_rate_${inserted}`)
      for (const name of names) await emptyCopy(ours, db, name)
      return db
    },
  }
}

/**
 * Inserts a round again: these collections, batch by batch, ordered, journalled, with write concern
 * majority.
 */
export async function insertRound(
  db: Db,
  round: Round,
  collections: readonly CollectionName[],
): Promise<void> {
  for (let index = 0; index < round.entries.length; index++) {
    for (const name of collections) await insertBatch(db, name, round[name][index] ?? [])
  }
}

async function keysOf(db: Db, name: CollectionName): Promise<Key[]> {
  const rows = await db.collection<Row>(name).find().toArray()
  return rows.map(({ _id }) => _id)
}

/** Copies the indexes. */
async function emptyCopy(from: Db, to: Db, name: CollectionName): Promise<Collection> {
  const copy = await to.createCollection(name)
  for (const { key, unique, sparse } of await from.collection(name).indexes()) {
    const options = { ...(unique && { unique }), ...(sparse && { sparse }) }
    if (!('_id' in key)) await copy.createIndex(key, options)
  }
  return copy
}

async function insertBatch(db: Db, name: CollectionName, batch: Document[]): Promise<void> {
  const writeConcern = { w: 'majority', journal: true } as const
  if (batch.length > 0) await db.collection(name).insertMany(batch, { ordered: true, writeConcern })
}

function batches(rows: Document[], size: number): Document[][] {
  const count = Math.ceil(rows.length / size)
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size))
}
