/** Reads the log's files from whichever store has them. */
import { TILE_WIDTH, type TileReader } from '@inkproof/proof/tile'
import { readIfIntact, type StoreReaders } from './unreadable-file.ts'

const HASH_BYTES = 32
/** A partial hash tile: `tile/<level>/<index>.p/<width>`. */
const PARTIAL_TILE = /^(tile\/\d+\/.+\.p\/)(\d+)$/

/**
 * Creates a reader that tries the served folder, then the second store, then a wider version of the same tile,
 * which starts with the same hashes. An unreadable file is skipped like a missing one. The result is unverified, like any file: callers compare the root.
 */
export function createFallbackReader(files: StoreReaders): TileReader {
  return async (path) =>
    (await readFromEither(files, path)) ??
    (await readFromWiderTile(files, path)) ??
    files.read(path)
}

async function readFromEither(files: StoreReaders, path: string): Promise<Uint8Array | undefined> {
  return (
    (await readIfIntact('served folder', files.read, path)) ??
    (await readIfIntact('second store', files.readCopy, path))
  )
}

async function readFromWiderTile(
  files: StoreReaders,
  path: string,
): Promise<Uint8Array | undefined> {
  const [, prefix, width] = PARTIAL_TILE.exec(path) ?? []
  for (let wider = Number(width) + 1; prefix && wider < TILE_WIDTH; wider++) {
    const bytes = await readFromEither(files, `${prefix}${wider}`)
    if (bytes) return bytes.subarray(0, Number(width) * HASH_BYTES)
  }
  return undefined
}
