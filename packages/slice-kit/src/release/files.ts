import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const COMPRESSED = /\.(js|css|json|svg|html|wasm)$/

/** Lists every file below a folder, as sorted relative paths. */
export async function listFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort()
}

/** Replaces a file atomically, so that readers see either the old or the new content. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}.new`
  await writeFile(temporary, content)
  await rename(temporary, file)
}

/** Makes a folder contain exactly these pages: `<name>.html` with its HTML. */
export async function replacePages(folder: string, pages: Map<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, html] of pages) await replaceFile(path.join(folder, `${name}.html`), html)
  for (const file of await readdir(folder)) {
    if (!pages.has(file.replace(/\.html$/, ''))) await rm(path.join(folder, file))
  }
}

/** Returns the file's text, or null if it does not exist. */
export async function readIfExists(file: string): Promise<string | null> {
  return (await exists(file)) ? readFile(file, 'utf8') : null
}

/** Whether the path exists. */
export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

/** Returns the subresource integrity of a file's bytes: `sha256-<base64>`. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
}

/** Whether browsers check a built file against its hash: true for scripts and translations. */
export function hasIntegrity(file: string): boolean {
  return file.endsWith('.js') || /(^|\/)texts\/[^/]+\.json$/.test(file)
}

/** Returns the integrity of the given files of a folder, by their path in the folder with a leading `/`. */
export async function hashesOf(dir: string, files: string[]): Promise<Record<string, string>> {
  const hashes = files.map(async (file) => {
    return [`/${file}`, integrityOf(await readFile(path.join(dir, file)))] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}

/** Returns the number of bytes that are transferred if the gateway sends these bytes, compressed with Brotli. */
export async function compressedSize(bytes: Uint8Array): Promise<number> {
  return (await brotliAsync(bytes)).length
}

/**
 * Copies the files of a part's build into another folder, and writes `.br` and `.gz` versions of the compressible ones beside
 * them. The compressed versions are also stored in `node_modules/.cache` of the part, for the next folder.
 */
export async function writeCompressed(from: string, files: string[], to: string): Promise<void> {
  const cache = path.join(from, '../node_modules/.cache/inkproof-compressed')
  const used = new Set<string>()
  for (const file of files) {
    const bytes = await readFile(path.join(from, file))
    const target = path.join(to, file)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, bytes)
    if (!COMPRESSED.test(file)) continue
    for (const [extension, compress] of Object.entries(COMPRESSIONS)) {
      const name = `${nameInCache(bytes)}.${extension}`
      used.add(name)
      const compressed = await readOrMake(path.join(cache, name), () => compress(bytes))
      await writeFile(`${target}.${extension}`, compressed)
    }
  }
  await removeOthers(cache, used)
}

const COMPRESSIONS = {
  br: (bytes: Uint8Array) =>
    brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gz: (bytes: Uint8Array) => gzipAsync(bytes, { level: 9 }),
}

/** The version of Node.js is part of it, because another one can compress differently. */
function nameInCache(bytes: Uint8Array): string {
  return createHash('sha256').update(process.version).update(bytes).digest('hex')
}

async function readOrMake(file: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const stored = await readFile(file).catch(() => null)
  if (stored !== null) return stored
  const made = await make()
  // The file system of an image is read-only, so there is no cache.
  await replaceFile(file, made).catch(() => undefined)
  return made
}

async function removeOthers(cache: string, used: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(cache).catch(() => [])) {
    if (!used.has(name)) await rm(path.join(cache, name), { force: true })
  }
}
