import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { PublishedSlice } from '@inkproof/slice/describe'
import { exists } from './files.ts'

/** The forms of a file that the gateway serves, by their suffix. */
const DECODERS: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  '': (bytes) => bytes,
  '.br': brotliDecompressSync,
  '.gz': gunzipSync,
}

/**
 * Returns what is wrong with the published files of a slice below `out`: missing, or without the hash that its
 * `slice.json` lists, also in their compressed forms. Empty if nothing is.
 */
export async function findDamagedFiles(out: string, slice: PublishedSlice): Promise<string[]> {
  const { entry, preload, pages, integrity } = slice
  const used = [entry, ...preload, ...Object.values(pages).flat()]
  const unlisted = used
    .filter((file) => integrity[file] === undefined)
    .map((file) => `${file} has no hash in slice.json`)
  const checks = Object.entries(integrity).map(([file, hash]) => checkFile(out, file, hash))
  return [...new Set(unlisted), ...(await Promise.all(checks)).flat()]
}

async function checkFile(out: string, file: string, hash: string): Promise<string[]> {
  const problems: string[] = []
  for (const [suffix, decode] of Object.entries(DECODERS)) {
    const location = path.join(out, `${file}${suffix}`)
    if (!(await exists(location))) {
      // Compressed forms are optional: the gateway compresses the file itself.
      if (suffix === '') problems.push(`${file} is missing`)
    } else if (!hasHash(await readFile(location), decode, hash)) {
      problems.push(`${file}${suffix} does not have the hash in slice.json`)
    }
  }
  return problems
}

/** Whether the decoded bytes have a hash (`sha256-<base64>`; older releases used sha384). */
function hasHash(
  bytes: Uint8Array,
  decode: (bytes: Uint8Array) => Uint8Array,
  hash: string,
): boolean {
  const [algorithm = ''] = hash.split('-')
  try {
    return `${algorithm}-${createHash(algorithm).update(decode(bytes)).digest('base64')}` === hash
  } catch {
    return false // The bytes cannot be decoded, or the algorithm is unknown.
  }
}
