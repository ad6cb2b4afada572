import type { Readable } from 'node:stream'

/** Where encrypted bytes are stored. Names are IDs of files. Its errors are translated by storage-errors.ts. */
export type BlobStore = {
  /** Resolves when the bytes are durable. */
  put(name: string, chunks: readonly Uint8Array[], signal: AbortSignal): Promise<void>
  /** Returns undefined if there is nothing of this name. */
  get(name: string, signal: AbortSignal): Promise<Readable | undefined>
  /** Also deletes what an interrupted `put` has left. Does nothing if there is nothing. */
  remove(name: string, signal: AbortSignal): Promise<void>
  /** Writes and reads something. Rejects with the reason if that fails. */
  check(signal: AbortSignal): Promise<void>
  close(): void
}

/** The name of what `check` writes. It is not the ID of a file. */
export const CHECK_NAME = 'readiness'
