/** Limits how often an expensive check runs, such as a write to a database. */

export type CacheTimes = {
  /** How long a success is used, in milliseconds. */
  resolvedMs: number
  /** How long a failure is used, in milliseconds. */
  rejectedMs: number
}

/** Recovery is noticed soon, and a check that succeeds costs a write every five seconds. */
const WRITE_CHECK_TIMES: CacheTimes = { resolvedMs: 5_000, rejectedMs: 1_000 }

/** Returns a check that runs `write` at most every five seconds, or every second while it fails. */
export function cacheWriteCheck(write: () => Promise<void>): () => Promise<void> {
  return shareResult(write, WRITE_CHECK_TIMES)
}

/** Returns a function that shares one run among concurrent callers, and its result among callers for a while. */
export function shareResult<T>(run: () => Promise<T>, times: CacheTimes): () => Promise<T> {
  let current: { result: Promise<T>; expiresAtMs: number } | undefined
  return () => {
    if (current && performance.now() < current.expiresAtMs) return current.result
    const started = { result: run(), expiresAtMs: Infinity }
    current = started
    const expireAfter = (ms: number) => {
      started.expiresAtMs = performance.now() + ms
    }
    started.result.then(
      () => expireAfter(times.resolvedMs),
      () => expireAfter(times.rejectedMs),
    )
    return started.result
  }
}
