const TICK_MS = 20

/**
 * Starts measuring time in milliseconds by timer ticks of this process, so that a stalled machine does not count
 * against the service that a test measures.
 */
export function startTickClock(): { stop(): number } {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), TICK_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return ticks * TICK_MS
    },
  }
}
