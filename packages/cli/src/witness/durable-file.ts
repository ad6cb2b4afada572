import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a file so that it has either its old or its new content, also after a loss of power: writes a second file,
 * flushes it, renames it, and flushes the folder. Only the owner can read the file.
 *
 * @throws NodeJS.ErrnoException such as ENOSPC; the file then usually has its old content
 */
export async function writeDurably(path: string, content: string): Promise<void> {
  const temporary = `${path}.new`
  try {
    await withHandle(await open(temporary, 'w', 0o600), async (file) => {
      await file.writeFile(content)
      await file.sync()
    })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
  await withHandle(await open(dirname(path)), (folder) => folder.sync())
}

async function withHandle(file: FileHandle, use: (file: FileHandle) => Promise<void>) {
  try {
    await use(file)
  } finally {
    await file.close()
  }
}
