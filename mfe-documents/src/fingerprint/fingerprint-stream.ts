import type { Hasher } from './hasher.ts'

/** Two buffers of this size are all the memory needed for a file of any size. */
export const CHUNK_BYTES = 1 << 19

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
  const chunks = openChunks(source.stream())
  // A read may hang, for example on a disconnected network drive: cancelling must not wait for it.
  options.signal?.addEventListener('abort', () => void chunks.close(), { once: true })
  try {
    return await hashChunks(chunks, options)
  } finally {
    await chunks.close()
  }
}

type Chunks = {
  /** Returns the next chunk, valid until the call after the next one; null at the end. */
  next: () => Promise<Uint8Array | null>
  close: () => Promise<void>
}

async function hashChunks(chunks: Chunks, { hasher, onProgress, signal }: Options) {
  let doneBytes = 0
  let pending = chunks.next()
  for (;;) {
    const chunk = await pending
    signal?.throwIfAborted()
    if (chunk === null) return hasher.digest()
    pending = chunks.next()
    // Cancelling during hashing rejects the pending read, which must not become an unhandled rejection.
    pending.catch(() => {})
    hasher.update(chunk)
    doneBytes += chunk.length
    onProgress?.(doneBytes)
  }
}

function openChunks(stream: ReadableStream<Uint8Array>): Chunks {
  try {
    return chunksInOwnBuffers(stream.getReader({ mode: 'byob' }))
  } catch {
    // Not a byte stream in this browser: the stream's own chunks are used.
    return chunksAsProvided(stream.getReader())
  }
}

function chunksInOwnBuffers(reader: ReadableStreamBYOBReader): Chunks {
  const spare: ArrayBuffer[] = [new ArrayBuffer(CHUNK_BYTES), new ArrayBuffer(CHUNK_BYTES)]
  let inUse: ArrayBuffer | null = null
  return {
    next: async () => {
      // The chunk before the previous one has been hashed by now, so its buffer can be reused.
      const buffer = spare.shift() ?? new ArrayBuffer(CHUNK_BYTES)
      const { value, done } = await reader.read(new Uint8Array(buffer))
      if (inUse !== null) spare.push(inUse)
      inUse = (value?.buffer as ArrayBuffer | undefined) ?? null
      return done || value === undefined ? null : value
    },
    close: () => reader.cancel().catch(() => {}),
  }
}

function chunksAsProvided(reader: ReadableStreamDefaultReader<Uint8Array>): Chunks {
  return {
    next: async () => {
      const { value, done } = await reader.read()
      return done ? null : value
    },
    close: () => reader.cancel().catch(() => {}),
  }
}
