/**
 * Measures the database's raw insert rate: inserts the documents of a benchmark round again, directly,
 * without the service.
 */
import type { Collection, Db, Document, MongoClient } from 'mongodb'

/** The collections written by the bulk call, in insertion order. */
export const COLLECTIONS = ['entries', 'certificates', 'shares'] as const
type CollectionName = (typeof COLLECTIONS)[number]

/** Documents of one round by collection, in batches. */
export type Round = Record<CollectionName, Document[][]>

type Key = string | number
type Row = Document & { _id: Key }

export type Baseline = {
  /** Returns the documents written since the last call. */
  takeNewDocuments(batchSize: number): Promise<Round>
  /** Creates empty collections with the same indexes in a separate database. */
  createEmptyCopy(collections: readonly CollectionName[]): Promise<Db>
}

export async function createBaseline(client: MongoClient): Promise<Baseline> {
  const serviceDb = client.db('documents')
  const seen = new Map<CollectionName, Set<Key>>()
  for (const name of COLLECTIONS) seen.set(name, new Set(await readKeys(serviceDb, name)))
  let databaseCount = 0
  return {
    takeNewDocuments: async (batchSize) => {
      const rounds = COLLECTIONS.map(async (name) => {
        const rows = await serviceDb.collection<Row>(name).find().toArray()
        const seenKeys = seen.get(name)
        const newRows = rows.filter(({ _id }) => !seenKeys?.has(_id))
        for (const { _id } of newRows) seenKeys?.add(_id)
        return [name, splitIntoBatches(newRows, batchSize)]
      })
      return Object.fromEntries(await Promise.all(rounds)) as Round
    },
    createEmptyCopy: async (names) => {
      databaseCount += 1
      const db = client.db(`bench_raw_rate_${databaseCount}`)
      for (const name of names) await copyEmptyCollection(serviceDb, db, name)
      return db
    },
  }
}

/**
 * Inserts the documents of a round into these collections, batch by batch: ordered, journaled, with write concern
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

async function readKeys(db: Db, name: CollectionName): Promise<Key[]> {
  const rows = await db.collection<Row>(name).find().toArray()
  return rows.map(({ _id }) => _id)
}

/** Creates an empty collection with the same indexes. */
async function copyEmptyCollection(from: Db, to: Db, name: CollectionName): Promise<Collection> {
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

function splitIntoBatches(rows: Document[], size: number): Document[][] {
  const count = Math.ceil(rows.length / size)
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size))
}
