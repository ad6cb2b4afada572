/**
 * The log's files in two stores: the served folder and an independent second store.
 *
 * A file is written to a temporary name, flushed to disk and then renamed, so that no reader ever
 * sees a partial file and no power failure leaves one.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { TileReader } from '@inkproof/proof/tile'
import { isFileError, readIfIntact, type UnreadableFile } from './unreadable-file.ts'

export type LogFiles = {
  /** Reads from the served folder. Rejects when the file is missing. */
  read: TileReader
  /** Reads from the second store. Rejects when the file is missing. */
  readCopy: TileReader
  /** Writes each file to both stores; resolves when both are durable. */
  write(files: ReadonlyMap<string, Uint8Array>): Promise<void>
  /** Returns the number of bytes of the file in the served folder and in the second store; undefined if it is missing or unreadable. */
  sizes(path: string): Promise<[served: number | undefined, copy: number | undefined]>
  /** Returns the names of the files in a folder of the served folder. Rejects when the folder is missing. */
  list(path: string): Promise<string[]>
  /** Returns the names of the files in a folder of the second store. Rejects when the folder is missing. */
  listCopy(path: string): Promise<string[]>
  /**
   * Copies to each store the files that only the other one has. Returns the paths of the copied files.
   *
   * @param onUnreadable called for each file that could not be copied, because it cannot be read
   */
  syncStores(onUnreadable: (error: UnreadableFile) => void): Promise<string[]>
  /** Writes, reads and deletes a small file in both stores. Rejects if a store cannot be written or read. */
  checkWritable(): Promise<void>
  /** Deletes files that interrupted writes left in both stores more than a minute ago. */
  sweep(): Promise<void>
}

/** Number of files copied concurrently. */
const COPY_CONCURRENCY = 64
/** Newer temporary files may belong to another worker's write in progress. */
const MIN_LEFTOVER_AGE_MS = 60_000
const LEFTOVER_NAME = /^\.[0-9a-f-]{36}\.tmp$/

export function logFiles(folder: string, copyFolder: string): LogFiles {
  return {
    read: (path) => readFile(join(folder, path)),
    readCopy: (path) => readFile(join(copyFolder, path)),
    write: async (files) => {
      // The second store first, so that everything that is served can be restored.
      await writeDurably(copyFolder, files)
      await writeDurably(folder, files)
    },
    sizes: (path) => Promise.all([sizeOf(join(folder, path)), sizeOf(join(copyFolder, path))]),
    list: (path) => listNames(join(folder, path)),
    listCopy: (path) => listNames(join(copyFolder, path)),
    syncStores: async (onUnreadable) => {
      const readCopy = (path: string) =>
        readIfIntact('second store', (name) => readFile(join(copyFolder, name)), path, onUnreadable)
      const read = (path: string) =>
        readIfIntact('served folder', (name) => readFile(join(folder, name)), path, onUnreadable)
      return [
        ...(await copyMissing(copyFolder, folder, readCopy)),
        ...(await copyMissing(folder, copyFolder, read)),
      ]
    },
    checkWritable: async () => {
      for (const store of [copyFolder, folder]) await checkWritable(store)
    },
    sweep: async () => {
      for (const store of [folder, copyFolder]) await sweep(store)
    },
  }
}

/** The name is that of a temporary file, so that a leftover is deleted like any other. */
async function checkWritable(folder: string): Promise<void> {
  const path = join(folder, `.${randomUUID()}.tmp`)
  const bytes = randomBytes(64)
  await mkdir(folder, { recursive: true })
  try {
    const file = await open(path, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    if (!bytes.equals(await readFile(path)))
      throw new Error(`a file in ${folder} does not contain what was written to it`)
  } finally {
    await rm(path, { force: true })
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await readIfExists((name) => stat(name), path))?.size
  } catch (error) {
    if (!isFileError(error)) throw error
    return undefined
  }
}

async function listNames(path: string): Promise<string[]> {
  return (await readdir(path)).filter((name) => !isLeftover(name))
}

async function copyMissing(
  from: string,
  to: string,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<string[]> {
  // Also folders: one in the place of a file is left to the comparison of the files.
  const existing = new Set(await listFiles(to, () => true))
  const missing = (await listFiles(from)).filter(
    (path) => !(existing.has(path) || isLeftover(path)),
  )
  const copied: string[] = []
  for (let index = 0; index < missing.length; index += COPY_CONCURRENCY) {
    const batch = new Map<string, Uint8Array>()
    const addToBatch = async (path: string) => {
      const bytes = await read(path)
      if (bytes) batch.set(path, bytes)
    }
    await Promise.all(missing.slice(index, index + COPY_CONCURRENCY).map(addToBatch))
    await writeDurably(to, batch)
    copied.push(...batch.keys())
  }
  return copied
}

async function sweep(folder: string): Promise<void> {
  for (const path of (await listFiles(folder)).filter(isLeftover)) {
    const filePath = join(folder, path)
    // Another worker may have renamed the file meanwhile.
    const stats = await readIfExists((name) => stat(name), filePath)
    if (stats && Date.now() - stats.mtimeMs > MIN_LEFTOVER_AGE_MS)
      await rm(filePath, { force: true })
  }
}

function isLeftover(path: string): boolean {
  return LEFTOVER_NAME.test(basename(path))
}

/** Returns the paths of all files in a folder, recursively; empty when the folder does not exist. */
async function listFiles(
  folder: string,
  isListed = (entry: Dirent) => entry.isFile(),
): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter(isListed)
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Returns the content, or undefined when the file does not exist. Other errors are thrown. */
export async function readIfExists<T>(
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
      const filePath = join(folder, path)
      await makeFolder(dirname(filePath), touched)
      await writeAtomically(filePath, bytes)
      touched.add(dirname(filePath))
    }),
  )
  await Promise.all([...touched].map(flushFolder))
}

/** Creates a folder. Adds the parents of new folders to `touched`, as their changed content must be flushed too. */
async function makeFolder(folder: string, touched: Set<string>): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (!first) return
  for (let created = folder; created.length >= first.length; created = dirname(created))
    touched.add(dirname(created))
}

async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const tempPath = join(dirname(path), `.${randomUUID()}.tmp`)
  try {
    const file = await open(tempPath, 'wx', 0o644)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await moveTo(tempPath, path)
  } catch (error) {
    await rm(tempPath, { force: true })
    throw error
  }
}

/** Renames a file. A rename does not replace a folder; an empty one, which contains nothing to lose, is removed before. */
async function moveTo(tempPath: string, path: string): Promise<void> {
  try {
    await rename(tempPath, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error
    await rmdir(path)
    await rename(tempPath, path)
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
