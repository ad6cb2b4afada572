/** The layout of the data folder, and a lock that prevents two systems from using the folder at the same time. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readPidFile, removePidFile, writePidFile } from '../process/pid-file.ts'

export function foldersOf(data: string) {
  return {
    data,
    run: join(data, 'run'),
    logs: join(data, 'logs'),
    log: join(data, 'log'),
    logCopy: join(data, 'log-copy'),
    www: join(data, 'www'),
  }
}

export type DataFolders = ReturnType<typeof foldersOf>

export function makeFolders(folders: DataFolders): void {
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
}

const LOCK_NAME = 'launcher'

/** @throws Error if a running system uses the folder. */
export function lockFolder({ data }: DataFolders): void {
  const holder = readPidFile(data, LOCK_NAME)
  if (holder) {
    throw new Error(
      `${data} is in use: another instance is already running from it (process ${holder.pid}).\n` +
        `  To fix this, stop the other instance (kill ${holder.pid}), or start with another folder: ` +
        'INKPROOF_DATA=… PORT=… npm start',
    )
  }
  writePidFile(data, LOCK_NAME, process.pid)
}

export function unlockFolder({ data }: DataFolders): void {
  removePidFile(data, LOCK_NAME)
}
