/** Caches files of the log in memory, so that a proof need not read and hash the same tiles again. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TileReader } from '@inkproof/proof/tile'

/** A tile of 8 KB takes about 40 KB with its computed nodes, so 512 tiles take about 20 MB. */
const MAX_BYTES = 4 * 1024 * 1024

type CachedFile = { bytes: Uint8Array; version: string }

/**
 * Creates a reader of the files in `folder` that returns the same array as long as a file is unchanged on disk. A file
 * that was replaced or rewritten, for example a repaired tile or an anchor after a reorganization, is read again, because its
 * inode, size or time of change differs.
 *
 * @param read reads a file of the folder; rejects when it is missing
 * @param maxBytes limit of the files' total size; the files that were not used for longest are dropped first
 */
export function createFileCache(
  folder: string,
  read: TileReader,
  maxBytes = MAX_BYTES,
): TileReader {
  const files = new Map<string, CachedFile>()
  let total = 0
  const drop = (path: string) => {
    total -= files.get(path)?.bytes.length ?? 0
    files.delete(path)
  }
  return async (path) => {
    // Before reading, so that a file that is replaced meanwhile is read again the next time.
    const version = await readVersion(join(folder, path))
    const cached = files.get(path)
    const bytes = cached?.version === version ? cached.bytes : await read(path)
    drop(path)
    if (bytes.length > maxBytes) return bytes
    files.set(path, { bytes, version })
    total += bytes.length
    for (const [oldest] of files) {
      if (total <= maxBytes) break
      drop(oldest)
    }
    return bytes
  }
}

/** @throws ENOENT, as reading the file would */
async function readVersion(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true })
  return `${ino}-${size}-${mtimeNs}-${ctimeNs}`
}
