/**
 * C2SP tlog-tiles: the tree as immutable files of up to 256 hashes.
 * https://c2sp.org/tlog-tiles
 */
import { concat, u16be } from './bytes.ts'
import { must } from './proof-error.ts'

/** Gives the bytes of a file of the log by its path, such as `tile/0/000.p/5`. Rejects when missing. */
export type TileReader = (path: string) => Promise<Uint8Array>

/** One tile. `width` is 256 when it is full. */
export type Tile = { level: number; index: bigint; width: number }

/** Hashes of a full tile. */
export const TILE_WIDTH = 256

/** Path of a hash tile below the log's prefix. */
export function tilePath(level: number, index: bigint, width: number = TILE_WIDTH): string {
  return `tile/${level}/${indexPath(index)}${suffix(width)}`
}

/** Path of an entry bundle below the log's prefix. */
export function entriesPath(index: bigint, width: number = TILE_WIDTH): string {
  return `tile/entries/${indexPath(index)}${suffix(width)}`
}

/** Entries, each with its length as big-endian uint16 before it. */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concat(...entries.flatMap((entry) => [u16be(entry.length), entry]))
}

/** @throws ProofError BAD_BUNDLE */
export function decodeEntryBundle(bytes: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = []
  let offset = 0
  while (offset < bytes.length) {
    const start = offset + 2
    const end = start + (((bytes[offset] as number) << 8) | (bytes[offset + 1] ?? 0))
    must(end <= bytes.length && start <= bytes.length, 'BAD_BUNDLE', 'The entry bundle is cut off.')
    entries.push(bytes.slice(start, end))
    offset = end
  }
  return entries
}

/** How many hashes the tile has in a tree of this size; 0 when it has no such tile. */
export function tileWidth(level: number, index: bigint, size: bigint): number {
  const hashes = (size >> BigInt(8 * level)) - index * 256n
  return hashes <= 0n ? 0 : hashes > 256n ? TILE_WIDTH : Number(hashes)
}

/** Every hash tile that a tree of `size` has and one of `since` has not: what to write when it grew. */
export function* tilesFor(size: bigint, since = 0n): Generator<Tile> {
  for (let level = 0; size >> BigInt(8 * level) > 0n; level++) {
    const hashes = size >> BigInt(8 * level)
    const known = since >> BigInt(8 * level)
    if (hashes === known) continue
    for (let index = known / 256n; index * 256n < hashes; index++) {
      yield { level, index, width: tileWidth(level, index, size) }
    }
  }
}

/** A reader of the files that any web server serves below `base`, such as `https://host/log`. */
export function httpTileReader(
  base: string,
  get: (url: string) => Promise<Response> = fetch,
): TileReader {
  return async (path) => {
    const answer = await get(`${base}/${path}`)
    must(answer.ok, 'TILE_MISSING', `The log answered ${answer.status} for ${path}.`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}

/**
 * Reads a partial file, or the full one that took its place: that begins with the same bytes.
 * The log may delete a partial file once the full one exists.
 */
export async function readWithFallback(
  read: TileReader,
  path: (width: number) => string,
  width: number,
): Promise<Uint8Array> {
  try {
    return await read(path(width))
  } catch (error) {
    if (width === TILE_WIDTH) throw error
    return await read(path(TILE_WIDTH))
  }
}

/** `x001/x234/067` for 1234067. */
function indexPath(index: bigint): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/')
}

function suffix(width: number): string {
  must(width >= 1 && width <= TILE_WIDTH, 'BAD_TILE', `A tile is not ${width} hashes wide.`)
  return width === TILE_WIDTH ? '' : `.p/${width}`
}
