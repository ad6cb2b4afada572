/** Reads the entries of a record with their leaf hash tiles, in order, a few at a time. */
import { equal, toHex } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import {
  decodeEntryBundle,
  entriesPath,
  TILE_WIDTH,
  tilePath,
  tileWidth,
} from '@inkproof/proof/tile'
import { leafHash } from '@inkproof/proof/tree'
import { Contradiction } from './contradiction.ts'
import type { RecordFiles } from './record-files.ts'

/** Up to 256 entries with their leaf hashes, and the leaf hashes that the tile of the record states. */
export type Bundle = {
  /** Number of the bundle; its first entry has 256 times this index. */
  number: number
  /** Path of the entries. */
  path: string
  entries: Uint8Array[]
  leaves: Uint8Array[]
  /** The served tile of level 0, `entries.length` hashes. */
  tile: ServedTile
}

/** A served tile with the path that the state's size requires. */
export type ServedTile = { path: string; bytes: Uint8Array }

/** Number of bundles requested at the same time. */
const AHEAD = 8
const HASH_BYTES = 32

/** Yields the bundles with the entries from `first` to `size`, starting with the one that contains `first`. */
export async function* readBundles(
  files: RecordFiles,
  first: number,
  size: number,
): AsyncGenerator<Bundle> {
  const queue: Promise<Bundle>[] = []
  const end = Math.ceil(size / TILE_WIDTH)
  for (let number = Math.floor(first / TILE_WIDTH); number < end || queue.length > 0; number++) {
    if (number < end) {
      const bundle = readBundle(files, number, size)
      // The error is reported when the bundle's turn comes.
      bundle.catch(() => undefined)
      queue.push(bundle)
    }
    if (queue.length === AHEAD || number >= end) yield await (queue.shift() as Promise<Bundle>)
  }
}

/**
 * Reads a tile as it must be in a tree of this size. A partial tile may have been deleted once the full one exists,
 * which begins with the same hashes.
 *
 * @throws Contradiction FILE_MISSING, FILE_INVALID; Unavailable
 */
export async function readTile(
  files: RecordFiles,
  level: number,
  index: number,
  size: number,
): Promise<ServedTile> {
  const width = tileWidth(level, BigInt(index), BigInt(size))
  const path = tilePath(level, BigInt(index), width)
  const bytes = await readPartial(files, path, tilePath(level, BigInt(index)))
  if (bytes.length === width * HASH_BYTES) return { path, bytes }
  // Only the full tile that replaces a partial one has more hashes than asked for.
  if (bytes.length === TILE_WIDTH * HASH_BYTES && width < TILE_WIDTH)
    return { path, bytes: bytes.subarray(0, width * HASH_BYTES) }
  throw new Contradiction('FILE_INVALID', 'A tile has the wrong length.', {
    path,
    expected: `${width * HASH_BYTES} bytes`,
    found: `${bytes.length} bytes`,
  })
}

async function readBundle(files: RecordFiles, number: number, size: number): Promise<Bundle> {
  const width = tileWidth(0, BigInt(number), BigInt(size))
  const path = entriesPath(BigInt(number), width)
  const [bytes, tile] = await Promise.all([
    readPartial(files, path, entriesPath(BigInt(number))),
    readTile(files, 0, number, size),
  ])
  const entries = decode(bytes, path)
  const isFull = entries.length === TILE_WIDTH
  if (entries.length !== width && !isFull)
    throw new Contradiction('FILE_INVALID', 'A file of entries has the wrong number of entries.', {
      path,
      expected: String(width),
      found: String(entries.length),
    })
  const present = entries.slice(0, width)
  const leaves = present.map((entry) => leafHash(entry, nodeSha256))
  return { number, path, entries: present, leaves, tile }
}

async function readPartial(files: RecordFiles, path: string, full: string): Promise<Uint8Array> {
  if (path === full) return files.read(path)
  return (
    (await files.readIfExists(path)) ?? (await files.readIfExists(full)) ?? (await files.read(path))
  )
}

function decode(bytes: Uint8Array, path: string): Uint8Array[] {
  try {
    return decodeEntryBundle(bytes)
  } catch {
    throw new Contradiction('FILE_INVALID', 'A file of entries is truncated.', { path })
  }
}

/** Returns the contradiction between a recomputed tile and a served one, if they differ. */
export function compareTile(expected: Uint8Array, served: ServedTile): Contradiction | undefined {
  const position = findDifferentHash(expected, served.bytes)
  if (position === undefined) return undefined
  return new Contradiction(
    'TILE_DIFFERS',
    `Hash ${position} of a tile does not match the entries below it.`,
    {
      path: served.path,
      expected: hashAt(expected, position),
      found: hashAt(served.bytes, position),
    },
  )
}

/** Returns the number of the first hash that differs. */
export function findDifferentHash(a: Uint8Array, b: Uint8Array): number | undefined {
  for (let start = 0; start < Math.max(a.length, b.length); start += HASH_BYTES) {
    const end = start + HASH_BYTES
    if (!equal(a.subarray(start, end), b.subarray(start, end))) return start / HASH_BYTES
  }
  return undefined
}

export function hashAt(hashes: Uint8Array, position: number): string {
  return toHex(hashes.subarray(position * HASH_BYTES, (position + 1) * HASH_BYTES))
}
