/** The places where bytes are stored, by the address in the rows of files, with deadlines and the errors of a service. */
import type { Connection } from 'mongoose'
import type { BlobStore } from './blob-store.ts'
import { IDLE_TIMEOUT_MS, readWithDeadline, uploadTimeoutMs, withDeadline } from './deadline.ts'
import { openGridFs } from './gridfs-store.ts'
import { openS3 } from './s3-store.ts'
import type { FileStorageSettings } from './settings.ts'
import { asStorageError } from './storage-errors.ts'

export type BlobStores = {
  /** @throws AppError UNAVAILABLE or STORAGE_FULL */
  put(location: string, name: string, chunks: readonly Uint8Array[]): Promise<void>
  /**
   * Returns the bytes; undefined if there are none.
   *
   * @throws AppError UNAVAILABLE or FILE_UNREADABLE, also while the bytes are read
   */
  get(location: string, name: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** @throws AppError UNAVAILABLE */
  remove(location: string, name: string): Promise<void>
  /** Writes and reads something at the location of new files. Rejects with the reason if that fails. */
  check(): Promise<void>
  close(): void
}

/** @param timeoutFactor multiplies the time limits, for slow machines */
export function openBlobStores(
  connection: Connection,
  settings: FileStorageSettings,
  timeoutFactor: number,
): BlobStores {
  const opened = new Map<string, BlobStore>()
  const idleTimeoutMs = timeoutFactor * IDLE_TIMEOUT_MS

  function storeAt(location: string): BlobStore {
    const found = opened.get(location)
    if (found) return found
    const store = location === 'mongodb' ? openGridFs(connection) : openS3(location, settings)
    opened.set(location, store)
    return store
  }

  return {
    put: (location, name, chunks) => {
      const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      const timeoutMs = timeoutFactor * uploadTimeoutMs(bytes)
      return translated(
        withDeadline(timeoutMs, (signal) => storeAt(location).put(name, chunks, signal)),
      )
    },
    get: async (location, name) => {
      const opening = withDeadline(idleTimeoutMs, (signal) => storeAt(location).get(name, signal))
      const stream = await translated(opening)
      return stream && translatedStream(readWithDeadline(stream, idleTimeoutMs))
    },
    remove: (location, name) =>
      translated(withDeadline(idleTimeoutMs, (signal) => storeAt(location).remove(name, signal))),
    check: () =>
      withDeadline(idleTimeoutMs, (signal) => storeAt(settings.FILE_STORAGE).check(signal)),
    close: () => {
      for (const store of opened.values()) store.close()
    },
  }
}

function translated<T>(result: Promise<T>): Promise<T> {
  return result.catch((error: unknown) => {
    throw asStorageError(error)
  })
}

async function* translatedStream(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (error) {
    throw asStorageError(error)
  }
}
