/**
 * The database's own insert rate: inserts the same documents as a round of the service, without the
 * service.
 */
import type { Collection, Db, Document, MongoClient } from 'mongodb'

/** The collections written by the bulk call, in insertion order. */
export const WRITTEN = ['entries', 'certificates', 'shares'] as const
type Written = (typeof WRITTEN)[number]

/** Documents of one round by collection, in batches. */
export type Round = Record<Written, Document[][]>

type Key = string | number
type Row = Document & { _id: Key }

export type OwnRate = {
  /** Returns the documents written since the last call. */
  takeRound(batch: number): Promise<Round>
  /** Creates empty collections with the same indexes in a separate database. */
  empty(collections: readonly Written[]): Promise<Db>
}

export async function ownRateOf(client: MongoClient): Promise<OwnRate> {
  const ours = client.db('documents')
  const seen = new Map<Written, Set<Key>>()
  for (const name of WRITTEN) seen.set(name, new Set(await keysOf(ours, name)))
  let inserted = 0
  return {
    takeRound: async (batch) => {
      const found = WRITTEN.map(async (name) => {
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
  collections: readonly Written[],
): Promise<void> {
  for (let at = 0; at < round.entries.length; at++) {
    for (const name of collections) await insertBatch(db, name, round[name][at] ?? [])
  }
}

async function keysOf(db: Db, name: Written): Promise<Key[]> {
  const rows = await db.collection<Row>(name).find().toArray()
  return rows.map(({ _id }) => _id)
}

/** Copies the indexes. */
async function emptyCopy(from: Db, to: Db, name: Written): Promise<Collection> {
  const copy = await to.createCollection(name)
  for (const { key, unique, sparse } of await from.collection(name).indexes()) {
    const options = { ...(unique && { unique }), ...(sparse && { sparse }) }
    if (!('_id' in key)) await copy.createIndex(key, options)
  }
  return copy
}

async function insertBatch(db: Db, name: Written, batch: Document[]): Promise<void> {
  const writeConcern = { w: 'majority', journal: true } as const
  if (batch.length > 0) await db.collection(name).insertMany(batch, { ordered: true, writeConcern })
}

function batches(rows: Document[], size: number): Document[][] {
  const count = Math.ceil(rows.length / size)
  return Array.from({ length: count }, (_, at) => rows.slice(at * size, (at + 1) * size))
}
