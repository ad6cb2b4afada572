/**
 * The log's files, in two places: the folder that is served, and a second store of its own.
 *
 * A file is written beside its place, brought to the disk and then renamed, so that no reader ever
 * sees half of one and no power cut leaves one.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TileReader } from '@inkproof/proof/tile'

export type LogFiles = {
  /** Reads from the served folder. Rejects when the file is missing. */
  read: TileReader
  /** Reads from the second store. Rejects when the file is missing. */
  readCopy: TileReader
  /** Writes each file to both places; resolves when both are durable. */
  write(files: ReadonlyMap<string, Uint8Array>): Promise<void>
}

export function logFiles(folder: string, copyFolder: string): LogFiles {
  return {
    read: (path) => readFile(join(folder, path)),
    readCopy: (path) => readFile(join(copyFolder, path)),
    write: async (files) => {
      // The second store first: whatever is served can be restored.
      await writeDurably(copyFolder, files)
      await writeDurably(folder, files)
    },
  }
}

/** The bytes, or undefined when there is no such file. Other faults are thrown. */
export async function readIfThere(read: TileReader, path: string): Promise<Uint8Array | undefined> {
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

/** New folders' names stand in their parents, which have to reach the disk too. */
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
