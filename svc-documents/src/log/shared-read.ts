/** Shares the result of a read, so that the number of reads does not depend on the number of callers. */

export type SharedRead<T> = {
  /** Returns the result of a read that started less than `maxAgeMs` ago. Rejects as the read does. */
  read(): Promise<T>
  /** Makes the next call read again, because the result has changed. */
  expire(): void
}

/** @param nowMs a monotonic clock; a rejection is shared only among concurrent callers */
export function createSharedRead<T>(
  read: () => Promise<T>,
  maxAgeMs: number,
  nowMs: () => number,
): SharedRead<T> {
  let last: { result: Promise<T>; startedAtMs: number } | undefined
  const start = () => {
    const started = { result: read(), startedAtMs: nowMs() }
    started.result.catch(() => {
      if (last === started) last = undefined
    })
    last = started
    return started
  }
  return {
    read: () => {
      const isFresh = last !== undefined && nowMs() - last.startedAtMs < maxAgeMs
      return (last !== undefined && isFresh ? last : start()).result
    },
    expire: () => {
      last = undefined
    },
  }
}
