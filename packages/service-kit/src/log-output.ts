/** Writes lines to the standard output of a service, whatever the state of the disk behind it. */
import { writeSync } from 'node:fs'

const STDOUT = 1
const BUSY_RETRIES = 100
const BUSY_PAUSE_MS = 10

/**
 * Returns a destination for the log that drops lines while the disk is full. With pino's own destination, a failed write
 * ends the process or makes it hang.
 */
export function createLogOutput(fd = STDOUT): { write(line: string): void } {
  return {
    write: (line) => {
      try {
        writeAll(fd, Buffer.from(line))
      } catch {
        // There is nowhere to report it: /readyz reports the full disk.
      }
    },
  }
}

function writeAll(fd: number, bytes: Buffer): void {
  let written = 0
  let retries = 0
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written)
    } catch (error) {
      // The reader of a pipe is slow.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || ++retries > BUSY_RETRIES)
        throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_PAUSE_MS)
    }
  }
}
