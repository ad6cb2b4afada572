/** Database queries for entries. */

import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { leafHash } from '@inkproof/proof/tree'
import { insertInOrder } from '@inkproof/service-kit/insert-many'
import type { Entries } from './entries.model.ts'

/** An entry to insert. */
export type Leaf = { leafHash: Buffer; bytes: Buffer }

export type EntryStore = {
  /**
   * Inserts the leaves at `first`, `first + 1`, … in this order. Returns false when a key was taken;
   * some leaves may have been inserted.
   */
  insert(first: number, leaves: readonly Leaf[]): Promise<boolean>
  /** Returns the indexes of those leaves that are in the log, by hex leaf hash. */
  indexesOf(leaves: readonly Leaf[]): Promise<Map<string, number>>
  /** Returns the bytes of the entries at these indexes, by index; missing entries are omitted. */
  bytesAt(indexes: readonly number[]): Promise<Map<number, Buffer>>
}

/** Long `$in` lists scale badly on some databases; this length is cheap on all. */
const KEYS_PER_QUERY = 64

export function entryStore(model: Entries): EntryStore {
  return {
    insert: (first, leaves) =>
      insertInOrder(
        model,
        leaves.map((leaf, offset) => ({ _id: first + offset, ...leaf })),
      ),
    indexesOf: (leaves) => indexesOf(model, leaves),
    bytesAt: (indexes) => bytesAt(model, indexes),
  }
}

/** Computes the leaf of an entry's bytes. */
export function leafOf(bytes: Uint8Array): Leaf {
  return { leafHash: Buffer.from(leafHash(bytes, nodeSha256)), bytes: Buffer.from(bytes) }
}

/**
 * Returns the first free index, searching upwards from a lower bound.
 *
 * Each query probes indexes at doubling distances. This works because there are no gaps: an entry gets
 * an index only after the previous index was taken.
 */
export async function firstFreeIndex(store: EntryStore, from: number): Promise<number> {
  let low = from
  for (;;) {
    const probes = Array.from({ length: PROBE_COUNT }, (_, step) => low + 2 ** step - 1)
    const taken = await store.bytesAt(probes)
    if (taken.size === 0) return low
    low = Math.max(...taken.keys()) + 1
  }
}

const PROBE_COUNT = 24

async function indexesOf(model: Entries, leaves: readonly Leaf[]): Promise<Map<string, number>> {
  const indexByHash = new Map<string, number>()
  for (const batch of inBatches(leaves)) {
    const hashes = batch.map(({ leafHash }) => leafHash)
    const rows = await model
      .find({ leafHash: { $in: hashes } }, { leafHash: 1 })
      .lean<{ _id: number; leafHash: { buffer: Uint8Array } }[]>()
    for (const row of rows) indexByHash.set(toBuffer(row.leafHash).toString('hex'), row._id)
  }
  return indexByHash
}

async function bytesAt(model: Entries, indexes: readonly number[]): Promise<Map<number, Buffer>> {
  const bytesByIndex = new Map<number, Buffer>()
  for (const batch of inBatches(indexes)) {
    const rows = await model
      .find({ _id: { $in: batch } }, { bytes: 1 })
      .lean<{ _id: number; bytes: { buffer: Uint8Array } }[]>()
    for (const row of rows) bytesByIndex.set(row._id, toBuffer(row.bytes))
  }
  return bytesByIndex
}

function* inBatches<T>(items: readonly T[]): Generator<T[]> {
  for (let index = 0; index < items.length; index += KEYS_PER_QUERY)
    yield items.slice(index, index + KEYS_PER_QUERY)
}

/** The driver returns BSON binaries as views into the response. */
function toBuffer(binary: { buffer: Uint8Array } | Buffer): Buffer {
  return Buffer.isBuffer(binary) ? binary : Buffer.from(binary.buffer)
}
