import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const COMPRESSED = /\.(js|css|json|svg|html|wasm)$/

/** Every file below a folder, as sorted relative paths. */
export async function listFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort()
}

/** Replaces a file atomically, so that readers see either the old or the new content. */
export async function replaceFile(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const fresh = `${file}.${process.pid}.new`
  await writeFile(fresh, content)
  await rename(fresh, file)
}

/** Returns the file's text, or null if it does not exist. */
export async function readIfThere(file: string): Promise<string | null> {
  return (await isThere(file)) ? readFile(file, 'utf8') : null
}

/** Whether the path exists. */
export async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

/** Subresource integrity: `sha256-<base64>`. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
}

/** Whether a browser checks a built file against its hash: scripts and translations. */
export function isChecked(file: string): boolean {
  return file.endsWith('.js') || /(^|\/)texts\/[^/]+\.json$/.test(file)
}

/** The integrity of a folder's files, by their path from the site's root. */
export async function hashesOf(dir: string, files: string[]): Promise<Record<string, string>> {
  const hashes = files.map(async (file) => {
    return [`/${file}`, integrityOf(await readFile(path.join(dir, file)))] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}

/** Bytes the file takes when transferred, compressed as the gateway sends it. */
export async function wireBytes(bytes: Uint8Array): Promise<number> {
  return (await brotli(bytes)).length
}

/** Copies files into a folder, together with their compressed versions. */
export async function writeCompressed(from: string, files: string[], to: string): Promise<void> {
  for (const file of files) {
    const bytes = await readFile(path.join(from, file))
    const target = path.join(to, file)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, bytes)
    if (!COMPRESSED.test(file)) continue
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${target}.br`, await brotli(bytes, { params }))
    await writeFile(`${target}.gz`, await zip(bytes, { level: 9 }))
  }
}
