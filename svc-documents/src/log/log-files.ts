/**
 * The log's files in two stores: the served folder and an independent second store.
 *
 * A file is written to a temporary name, flushed to disk and then renamed, so that no reader ever
 * sees a partial file and no power failure leaves one.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { TileReader } from '@inkproof/proof/tile'

export type LogFiles = {
  /** Reads from the served folder. Rejects when the file is missing. */
  read: TileReader
  /** Reads from the second store. Rejects when the file is missing. */
  readCopy: TileReader
  /** Writes each file to both stores; resolves when both are durable. */
  write(files: ReadonlyMap<string, Uint8Array>): Promise<void>
  /** Copies to each store the files that only the other one has. Returns their paths. */
  evenOut(): Promise<string[]>
  /** Deletes leftovers of interrupted writes in both stores. */
  sweep(): Promise<void>
}

/** Number of files copied concurrently. */
const AT_ONCE = 64
/** Younger ones may belong to another worker's write in progress. */
const LEFTOVER_MS = 60_000
const LEFTOVER = /^\.[0-9a-f-]{36}\.tmp$/

export function logFiles(folder: string, copyFolder: string): LogFiles {
  return {
    read: (path) => readFile(join(folder, path)),
    readCopy: (path) => readFile(join(copyFolder, path)),
    write: async (files) => {
      // The second store first: whatever is served can be restored.
      await writeDurably(copyFolder, files)
      await writeDurably(folder, files)
    },
    evenOut: async () => [
      ...(await copyMissing(copyFolder, folder)),
      ...(await copyMissing(folder, copyFolder)),
    ],
    sweep: async () => {
      for (const place of [folder, copyFolder]) await sweep(place)
    },
  }
}

async function copyMissing(from: string, to: string): Promise<string[]> {
  const there = new Set(await filesBelow(to))
  const missing = (await filesBelow(from)).filter((path) => !(there.has(path) || isLeftover(path)))
  for (let index = 0; index < missing.length; index += AT_ONCE) {
    const some = missing.slice(index, index + AT_ONCE)
    const read = some.map(async (path) => [path, await readFile(join(from, path))] as const)
    await writeDurably(to, new Map(await Promise.all(read)))
  }
  return missing
}

async function sweep(folder: string): Promise<void> {
  for (const path of (await filesBelow(folder)).filter(isLeftover)) {
    const place = join(folder, path)
    // Another worker may have renamed it meanwhile.
    const found = await readIfThere((name) => stat(name), place)
    if (found && Date.now() - found.mtimeMs > LEFTOVER_MS) await rm(place, { force: true })
  }
}

function isLeftover(path: string): boolean {
  return LEFTOVER.test(basename(path))
}

/** Paths of all files in a folder, recursively; empty when the folder does not exist. */
async function filesBelow(folder: string): Promise<string[]> {
  try {
    const found = await readdir(folder, { recursive: true, withFileTypes: true })
    return found
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Returns the content, or undefined when the file does not exist. Other errors are thrown. */
export async function readIfThere<T>(
  read: (path: string) => Promise<T>,
  path: string,
): Promise<T | undefined> {
  try {
    return await read(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function writeDurably(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const touched = new Set<string>()
  await Promise.all(
    [...files].map(async ([path, bytes]) => {
      const place = join(folder, path)
      await makeFolder(dirname(place), touched)
      await putInPlace(place, bytes)
      touched.add(dirname(place))
    }),
  )
  await Promise.all([...touched].map(flushFolder))
}

/** The names of new folders are stored in their parents, which must be flushed too. */
async function makeFolder(folder: string, touched: Set<string>): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (!first) return
  for (let made = folder; made.length >= first.length; made = dirname(made))
    touched.add(dirname(made))
}

async function putInPlace(place: string, bytes: Uint8Array): Promise<void> {
  const beside = join(dirname(place), `.${randomUUID()}.tmp`)
  try {
    const file = await open(beside, 'wx', 0o644)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, place)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
