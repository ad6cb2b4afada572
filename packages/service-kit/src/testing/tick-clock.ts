const TICK_MS = 20

/**
 * Starts measuring time in milliseconds by timer ticks of this process, so that a stalled machine does not count
 * against the service that a test measures. If a tick is late, the CPU time that the process has used meanwhile is
 * added, so a call that blocks the event loop is measured too.
 */
export function startTickClock(): { stop(): number } {
  let elapsedMs = 0
  let last = usage()
  const add = (minimumMs: number) => {
    const now = usage()
    // Several threads together can use more CPU time than has passed.
    const usedMs = Math.min(now.wallMs - last.wallMs, now.cpuMs - last.cpuMs)
    elapsedMs += Math.max(minimumMs, usedMs)
    last = now
  }
  const timer = setInterval(add, TICK_MS, TICK_MS)
  return {
    stop: () => {
      clearInterval(timer)
      add(0)
      return elapsedMs
    },
  }
}

function usage(): { wallMs: number; cpuMs: number } {
  const { user, system } = process.cpuUsage()
  return { wallMs: performance.now(), cpuMs: (user + system) / 1_000 }
}
