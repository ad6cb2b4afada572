/** The log file of a process: opened so that a full disk never prevents a start, and read for error messages. */
import { openSync, readFileSync, renameSync, statSync } from 'node:fs'

const LIMIT_BYTES = 10_000_000

/** Renames a log that has become large; the earlier renamed one is replaced. */
export function rotateLog(path: string): void {
  try {
    if (statSync(path).size > LIMIT_BYTES) renameSync(path, `${path}.1`)
  } catch {
    // There is no log yet.
  }
}

/** Returns a file descriptor to append to, or undefined if the file cannot be opened, for example on a full disk. */
export function openLog(path: string): number | undefined {
  try {
    return openSync(path, 'a')
  } catch {
    return undefined
  }
}

export function logSize(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** Returns what was written to the log after this position. */
export function readLogFrom(path: string, position: number): string {
  try {
    return readFileSync(path).subarray(position).toString('utf8')
  } catch {
    return ''
  }
}
