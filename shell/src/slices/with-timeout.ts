/** A slice that has not loaded after this time is shown as failed. */
export const SLICE_TIMEOUT_MS = 8000

/** A slice, or one of its pages, did not load in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** Returns the result of the work, or throws {@link TimeoutError} if it takes longer. */
export async function withTimeout<T>(work: Promise<T>, ms = SLICE_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no response within ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
