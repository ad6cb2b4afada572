/**
 * C2SP tlog-tiles: the tree as immutable files of up to 256 hashes.
 * https://c2sp.org/tlog-tiles
 */
import { concat, u16be } from './bytes.ts'
import { must } from './proof-error.ts'

/**
 * Reads a file of the log by its path, such as `tile/0/000.p/5`. Rejects when it does not exist.
 */
export type TileReader = (path: string) => Promise<Uint8Array>

/** One tile. `width` is 256 when it is full. */
export type Tile = { level: number; index: bigint; width: number }

/** Number of hashes in a full tile. */
export const TILE_WIDTH = 256

/** Returns the path of a hash tile, relative to the log's prefix. */
export function tilePath(level: number, index: bigint, width: number = TILE_WIDTH): string {
  return `tile/${level}/${indexPath(index)}${suffix(width)}`
}

/** Returns the path of an entry bundle, relative to the log's prefix. */
export function entriesPath(index: bigint, width: number = TILE_WIDTH): string {
  return `tile/entries/${indexPath(index)}${suffix(width)}`
}

/** Encodes an entry bundle: each entry preceded by its length as a big-endian uint16. */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concat(...entries.flatMap((entry) => [u16be(entry.length), entry]))
}

/** Decodes an entry bundle. @throws ProofError BAD_BUNDLE */
export function decodeEntryBundle(bytes: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = []
  let offset = 0
  while (offset < bytes.length) {
    const start = offset + 2
    const end = start + (((bytes[offset] as number) << 8) | (bytes[offset + 1] ?? 0))
    must(
      end <= bytes.length && start <= bytes.length,
      'BAD_BUNDLE',
      'The entry bundle is truncated.',
    )
    entries.push(bytes.slice(start, end))
    offset = end
  }
  return entries
}

/**
 * Returns the number of hashes of a tile in a tree of this size; 0 when the tile does not exist.
 */
export function tileWidth(level: number, index: bigint, size: bigint): number {
  const hashes = (size >> BigInt(8 * level)) - index * 256n
  return hashes <= 0n ? 0 : hashes > 256n ? TILE_WIDTH : Number(hashes)
}

/** Yields every hash tile to write when the tree grows from `since` to `size`. */
export function* tilesToWrite(size: bigint, since = 0n): Generator<Tile> {
  for (let level = 0; size >> BigInt(8 * level) > 0n; level++) {
    const hashes = size >> BigInt(8 * level)
    const written = since >> BigInt(8 * level)
    if (hashes === written) continue
    for (let index = written / 256n; index * 256n < hashes; index++) {
      yield { level, index, width: tileWidth(level, index, size) }
    }
  }
}

/** Creates a reader of log files served over HTTP below `base`, such as `https://host/log`. */
export function httpTileReader(
  base: string,
  get: (url: string) => Promise<Response> = fetch,
): TileReader {
  return async (path) => {
    const response = await get(`${base}/${path}`)
    must(response.ok, 'TILE_MISSING', 'The log responded with status {status} for {path}.', {
      status: response.status,
      path,
    })
    return new Uint8Array(await response.arrayBuffer())
  }
}

/**
 * Reads the file at `path(width)`. If a partial file cannot be read, reads the full file, which begins with the same
 * bytes: the log may delete a partial file once the full file exists.
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

/** Formats an index as a path: `x001/x234/067` for 1234067. */
function indexPath(index: bigint): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/')
}

function suffix(width: number): string {
  must(width >= 1 && width <= TILE_WIDTH, 'BAD_TILE', 'Invalid tile width: {width} hashes.', {
    width,
  })
  return width === TILE_WIDTH ? '' : `.p/${width}`
}
