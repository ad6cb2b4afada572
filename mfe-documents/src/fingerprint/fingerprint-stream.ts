import type { Hasher } from './hasher.ts'

/** Two buffers of this size are all the memory a file of any size takes. */
export const PIECE_BYTES = 1 << 19

/** Where the bytes come from; a File or Blob. */
export type Source = Pick<Blob, 'stream'>

type Options = {
  hasher: Hasher
  /** Called after each piece with the bytes done so far. */
  onProgress?: (doneBytes: number) => void
  signal?: AbortSignal
}

/**
 * Fingerprints a file of any size in flat memory. While one piece is hashed the next is already being
 * read. Throws the signal's reason when cancelled, and whatever the stream throws when unreadable.
 */
export async function fingerprintStream(source: Source, options: Options): Promise<string> {
  const pieces = openPieces(source.stream())
  // A read may hang, as on a network drive that went away: cancelling must not wait for it.
  options.signal?.addEventListener('abort', () => void pieces.close(), { once: true })
  try {
    return await hashPieces(pieces, options)
  } finally {
    await pieces.close()
  }
}

type Pieces = {
  /** The next piece, valid until the call after the next one; null at the end. */
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
    // Whoever cancels while this one is hashed must not meet an unhandled refusal of the next.
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
    // The stream is not a byte stream here: its own pieces are taken as they come.
    return foreignBuffers(stream.getReader())
  }
}

function ownBuffers(reader: ReadableStreamBYOBReader): Pieces {
  const spare: ArrayBuffer[] = [new ArrayBuffer(PIECE_BYTES), new ArrayBuffer(PIECE_BYTES)]
  let handedOut: ArrayBuffer | null = null
  return {
    next: async () => {
      // The piece given before the last one has been hashed by now: its buffer is free again.
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
