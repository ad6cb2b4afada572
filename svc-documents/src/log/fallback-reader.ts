/** Reads the log's files from whichever store has them. */
import { TILE_WIDTH, type TileReader } from '@inkproof/proof/tile'
import { type LogFiles, readIfExists } from './log-files.ts'

const HASH_BYTES = 32
/** A partial hash tile: `tile/<level>/<index>.p/<width>`. */
const PARTIAL_TILE = /^(tile\/\d+\/.+\.p\/)(\d+)$/

/**
 * Creates a reader that tries the served folder, then the second store, then a wider version of the same tile,
 * which starts with the same hashes. The result is unverified, like any file: callers compare the root.
 */
export function createFallbackReader(files: Pick<LogFiles, 'read' | 'readCopy'>): TileReader {
  return async (path) =>
    (await readIfExists(files.read, path)) ??
    (await readIfExists(files.readCopy, path)) ??
    (await readFromWiderTile(files, path)) ??
    files.read(path)
}

async function readFromWiderTile(
  files: Pick<LogFiles, 'read' | 'readCopy'>,
  path: string,
): Promise<Uint8Array | undefined> {
  const [, prefix, width] = PARTIAL_TILE.exec(path) ?? []
  for (let wider = Number(width) + 1; prefix && wider < TILE_WIDTH; wider++) {
    for (const read of [files.read, files.readCopy]) {
      const bytes = await readIfExists(read, `${prefix}${wider}`)
      if (bytes) return bytes.subarray(0, Number(width) * HASH_BYTES)
    }
  }
  return undefined
}
