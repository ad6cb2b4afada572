import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { listFiles } from '../release/files.ts'

/** A released file: the SHA-256 of its bytes as hex, and when it was published, in seconds since 1970. */
export type TreeFile = { sha256: string; published: number }

/** All files of a release, by their path below the folder that the gateway serves. */
export type Tree = Record<string, TreeFile>

/** The verifiers come from the image; the other names are locks and files that are being written. */
const NOT_RELEASED = /^verifier\/|(?:^|\/)\.(?!releases\.json$)|\.new$/
const SHA256 = /^[0-9a-f]{64}$/

/** Reads the tree of a folder; empty if the folder does not exist. */
export async function readTree(folder: string): Promise<Tree> {
  const files = await listFiles(folder).catch(() => [])
  const entries = files.filter(isReleased).map(async (file) => {
    const location = path.join(folder, file)
    const { mtimeMs } = await stat(location)
    const sha256 = hashOf(await readFile(location))
    return [file, { sha256, published: Math.floor(mtimeMs / 1000) }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * Parses a tree from storage.
 *
 * @throws Error if a path would be written outside the folder, or an entry is malformed
 */
export function parseTree(bytes: Uint8Array): Tree {
  const tree = JSON.parse(Buffer.from(bytes).toString('utf8')) as Tree
  for (const [file, { sha256, published }] of Object.entries(tree)) {
    const isSafe = path.posix.normalize(file) === file && !/^(?:\/|\.\.(?:\/|$))|\\|\0/.test(file)
    if (!isSafe || !isReleased(file)) throw new Error(`the release contains the path ${file}`)
    if (!SHA256.test(sha256) || !Number.isSafeInteger(published))
      throw new Error(`the entry of ${file} in the release is malformed`)
  }
  return tree
}

/** Serializes a tree; equal trees have equal bytes. */
export function treeBytes(tree: Tree): Uint8Array {
  const sorted = Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1))
  return Buffer.from(JSON.stringify(Object.fromEntries(sorted)))
}

/** SHA-256 as hex. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function isReleased(file: string): boolean {
  return !NOT_RELEASED.test(file)
}
