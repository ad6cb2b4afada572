/** The sources from which the tree can be rebuilt: the bundles in both stores, and the database. */
import { decodeEntryBundle, entriesPath, TILE_WIDTH, type TileReader } from '@inkproof/proof/tile'
import type { EntryStore } from './entry-store.ts'
import { UnknownHead } from './unknown-head.ts'
import { readFrom, type Store, type StoreReaders } from './unreadable-file.ts'

/**
 * Reads the entries of a bundle from one store. `width` is the number of entries in that bundle.
 * Rejects when not all of these entries can be read.
 */
export type BundleSource = {
  name: string
  read(bundle: number, width: number): Promise<Uint8Array[]>
}

/** Returns the sources in the order in which they are tried. */
export function bundleSources({
  files,
  store,
}: {
  files: StoreReaders
  store: EntryStore
}): BundleSource[] {
  const bundles = (name: Store, read: TileReader) => ({
    name,
    read: (bundle: number, width: number) => readBundle(name, read, bundle, width),
  })
  return [
    bundles('served folder', files.read),
    bundles('second store', files.readCopy),
    { name: 'database', read: (bundle, width) => readRows(store, bundle, width) },
  ]
}

async function readBundle(
  store: Store,
  read: TileReader,
  bundle: number,
  width: number,
): Promise<Uint8Array[]> {
  const path = entriesPath(BigInt(bundle), width)
  const full = entriesPath(BigInt(bundle), TILE_WIDTH)
  const bytes = (await readFrom(store, read, path)) ?? (await readFrom(store, read, full))
  if (!bytes) throw new UnknownHead(`${path} is missing`)
  return requireEntries(decodeEntryBundle(bytes).slice(0, width), width)
}

async function readRows(store: EntryStore, bundle: number, width: number): Promise<Uint8Array[]> {
  const indexes = Array.from({ length: width }, (_, offset) => bundle * TILE_WIDTH + offset)
  const rows = await store.bytesAt(indexes)
  return requireEntries(
    indexes.map((index) => rows.get(index)).filter((bytes) => bytes !== undefined),
    width,
  )
}

function requireEntries(entries: Uint8Array[], width: number): Uint8Array[] {
  if (entries.length === width) return entries
  throw new UnknownHead(`a bundle has ${entries.length} entries instead of the signed ${width}`)
}
