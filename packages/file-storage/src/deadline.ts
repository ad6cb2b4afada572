import type { Readable } from 'node:stream'

/** Storage that sends nothing for this long counts as unreachable. */
export const IDLE_TIMEOUT_MS = 5_000
/** Minimum upload rate, so that a large file has more time. */
const MIN_BYTES_PER_MS = 4 * 1024

/** Returns how long storing so many bytes may take, in milliseconds. */
export function uploadTimeoutMs(bytes: number): number {
  return IDLE_TIMEOUT_MS + bytes / MIN_BYTES_PER_MS
}

/**
 * Runs a task, and aborts it when the time is over.
 *
 * @throws DOMException TimeoutError when the time is over, even if the task ignores the signal
 */
export async function withDeadline<T>(
  timeoutMs: number,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = timeoutError()
      reject(error)
      controller.abort(error)
    }, timeoutMs)
  })
  try {
    return await Promise.race([task(controller.signal), timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads a stream, and destroys it when it sends nothing for too long. Waiting for the reader does not count.
 *
 * @throws DOMException TimeoutError
 */
export async function* readWithDeadline(
  stream: Readable,
  timeoutMs: number,
): AsyncGenerator<Uint8Array> {
  // An error after the reader has left has no other listener, and would end the process.
  stream.on('error', () => undefined)
  const iterator: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value, done } = await withDeadline(timeoutMs, () => iterator.next())
      if (done) return
      yield value
    }
  } finally {
    stream.destroy()
  }
}

function timeoutError(): DOMException {
  return new DOMException('the storage of files did not respond in time', 'TimeoutError')
}
