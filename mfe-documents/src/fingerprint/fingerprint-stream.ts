import type { Hasher } from './hasher.ts'

/** Two buffers of this size are all the memory needed for a file of any size. */
export const PIECE_BYTES = 1 << 19

/** The source of the bytes: a File or Blob. */
export type Source = Pick<Blob, 'stream'>

type Options = {
  hasher: Hasher
  /** Called after each chunk with the number of bytes processed so far. */
  onProgress?: (doneBytes: number) => void
  signal?: AbortSignal
}

/**
 * Fingerprints a file of any size in constant memory: while one chunk is hashed, the next is being read. Throws the
 * signal's reason if cancelled, and the stream's error if unreadable.
 */
export async function fingerprintStream(source: Source, options: Options): Promise<string> {
  const pieces = openPieces(source.stream())
  // A read may hang, for example on a disconnected network drive: cancelling must not wait for it.
  options.signal?.addEventListener('abort', () => void pieces.close(), { once: true })
  try {
    return await hashPieces(pieces, options)
  } finally {
    await pieces.close()
  }
}

type Pieces = {
  /** Returns the next chunk, valid until the call after the next one; null at the end. */
  next: () => Promise<Uint8Array | null>
  close: () => Promise<void>
}

async function hashPieces(pieces: Pieces, { hasher, onProgress, signal }: Options) {
  let doneBytes = 0
  let coming = pieces.next()
  for (;;) {
    const piece = await coming
    signal?.throwIfAborted()
    if (piece === null) return hasher.digest()
    coming = pieces.next()
    // If it is cancelled during hashing, the rejection of the pending read must not be unhandled.
    coming.catch(() => {})
    hasher.update(piece)
    doneBytes += piece.length
    onProgress?.(doneBytes)
  }
}

function openPieces(stream: ReadableStream<Uint8Array>): Pieces {
  try {
    return ownBuffers(stream.getReader({ mode: 'byob' }))
  } catch {
    // Not a byte stream in this browser: its own chunks are used as they come.
    return foreignBuffers(stream.getReader())
  }
}

function ownBuffers(reader: ReadableStreamBYOBReader): Pieces {
  const spare: ArrayBuffer[] = [new ArrayBuffer(PIECE_BYTES), new ArrayBuffer(PIECE_BYTES)]
  let handedOut: ArrayBuffer | null = null
  return {
    next: async () => {
      // The chunk before the last one has been hashed by now, so its buffer is free again.
      const buffer = spare.shift() ?? new ArrayBuffer(PIECE_BYTES)
      const { value, done } = await reader.read(new Uint8Array(buffer))
      if (handedOut !== null) spare.push(handedOut)
      handedOut = (value?.buffer as ArrayBuffer | undefined) ?? null
      return done || value === undefined ? null : value
    },
    close: () => reader.cancel().catch(() => {}),
  }
}

function foreignBuffers(reader: ReadableStreamDefaultReader<Uint8Array>): Pieces {
  return {
    next: async () => {
      const { value, done } = await reader.read()
      return done ? null : value
    },
    close: () => reader.cancel().catch(() => {}),
  }
}
