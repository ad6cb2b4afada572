/** Restores entries that the database lost from a source that yields the signed roots. */
import { equal } from '@inkproof/proof/bytes'
import { TILE_WIDTH, tileWidth } from '@inkproof/proof/tile'
import type { Log } from '@inkproof/service-kit/log'
import type { BundleSource } from './bundle-sources.ts'
import { type EntryStore, leafOf } from './entry-store.ts'
import { UnknownHead } from './unknown-head.ts'

/**
 * Restores entries that the database lost. A database loses the most recent entries first, so bundles
 * are compared from the end down to the first complete one. The entries are inserted in ascending order, so
 * that an interruption leaves no gap.
 */
export async function restoreEntries(
  { store, log }: { store: EntryStore; log: Log },
  source: BundleSource,
  size: number,
): Promise<void> {
  const lost: [index: number, entry: Uint8Array][] = []
  for (let bundle = Math.ceil(size / TILE_WIDTH) - 1; bundle >= 0; bundle--) {
    const width = tileWidth(0, BigInt(bundle), BigInt(size))
    const signed = await source.read(bundle, width)
    const missing = await findMissing(store, bundle * TILE_WIDTH, signed)
    if (missing.length === 0) break
    const restorable = missing.map((index): [number, Uint8Array] => [index, entryAt(signed, index)])
    lost.unshift(...restorable)
  }
  for (const [index, entry] of lost) {
    if (!(await store.insert(index, [leafOf(entry)])))
      throw new UnknownHead(
        `entry ${index} cannot be restored: the database has it elsewhere, or another entry there`,
      )
  }
  if (lost.length > 0)
    log.warn({ count: lost.length }, 'restored entries that the database had lost')
}

/**
 * Returns the indexes of the entries that are missing in the database.
 *
 * @throws UnknownHead when the database has a different entry at one of the indexes
 */
async function findMissing(
  store: EntryStore,
  first: number,
  signed: readonly Uint8Array[],
): Promise<number[]> {
  const indexes = signed.map((_, offset) => first + offset)
  const stored = await store.bytesAt(indexes)
  const different = indexes.find((index) => {
    const bytes = stored.get(index)
    return bytes !== undefined && !equal(bytes, entryAt(signed, index))
  })
  if (different !== undefined)
    throw new UnknownHead(`entry ${different} in the database differs from the signed log`)
  return indexes.filter((index) => !stored.has(index))
}

function entryAt(bundle: readonly Uint8Array[], index: number): Uint8Array {
  return bundle[index % TILE_WIDTH] as Uint8Array
}
