/** Specification of the frame: a slice that has not responded by then is shown as failed. */
export const SLICE_DEADLINE_MS = 8000

/** A slice, or one of its pages, did not load in time. */
export class LateError extends Error {
  override readonly name = 'LateError'
}

/** Returns the result of the work, or throws {@link LateError} if it takes longer. */
export async function withDeadline<T>(work: Promise<T>, ms = SLICE_DEADLINE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateError(`no answer in ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
