/** Shares the result of a read or a check, so that the number of runs does not depend on the number of callers. */

export type SharedReadTimes = {
  /** How long a success is used once it is there, in milliseconds. */
  resolvedMs: number
  /** How long a failure is used, in milliseconds. */
  rejectedMs: number
}

export type SharedRead<T> = {
  /** Returns the result of a run that is in progress or that ended recently. Rejects as the run does. */
  read(): Promise<T>
  /** Makes the next call run again, because the result has changed. */
  expire(): void
}

/** Shares one run among concurrent callers, and its result among callers for a while. */
export function createSharedRead<T>(
  run: () => Promise<T>,
  { resolvedMs, rejectedMs }: SharedReadTimes,
): SharedRead<T> {
  let current: { result: Promise<T>; expiresAtMs: number } | undefined
  return {
    read: () => {
      if (current && performance.now() < current.expiresAtMs) return current.result
      const started = { result: run(), expiresAtMs: Infinity }
      current = started
      const expireAfter = (ms: number) => {
        started.expiresAtMs = performance.now() + ms
      }
      started.result.then(
        () => expireAfter(resolvedMs),
        () => expireAfter(rejectedMs),
      )
      return started.result
    },
    expire: () => {
      current = undefined
    },
  }
}
