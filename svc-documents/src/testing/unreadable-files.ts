/** Files whose blocks a failing disk can no longer read. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogFiles } from '../log/log-files.ts'

/** Returns the error of a system call. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: cannot read`), { code })
}

/** Makes reads of a file fail, until another file replaces it. `folder` is the one of the reader. */
export async function makeUnreadable(
  files: Pick<LogFiles, 'read' | 'readCopy'>,
  reader: 'read' | 'readCopy',
  folder: string,
  path: string,
  code = 'EIO',
): Promise<void> {
  const read = files[reader]
  const readInode = async () => (await stat(join(folder, path))).ino
  const damaged = await readInode()
  files[reader] = async (name) => {
    if (name === path && (await readInode()) === damaged) throw systemError(code)
    return read(name)
  }
}
