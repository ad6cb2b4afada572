import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of a record, and what was found in it. */
export type Folder = {
  /** Returns undefined when the file does not exist. Other errors are thrown. */
  read: (path: string) => Promise<Uint8Array | undefined>
  /** Returns the names in a folder; empty when it does not exist. */
  list: (path: string) => Promise<string[]>
  /** Reports a damaged file, once. */
  report: (path: string, problem: string) => void
  counts: () => { read: number; damaged: number }
}

/** @param onDamage called with the first problem of each damaged file */
export function openFolder(
  base: string,
  onDamage: (path: string, problem: string) => void,
): Folder {
  const damaged = new Set<string>()
  let read = 0
  return {
    read: async (path) => {
      read++
      return await undefinedIfMissing(readFile(join(base, path)))
    },
    list: async (path) => (await undefinedIfMissing(readdir(join(base, path)))) ?? [],
    report: (path, problem) => {
      if (damaged.has(path)) return
      damaged.add(path)
      onDamage(path, problem)
    },
    counts: () => ({ read, damaged: damaged.size }),
  }
}

async function undefinedIfMissing<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
