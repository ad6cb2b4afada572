/** The signals that stop the launcher: Ctrl-C, `kill`, and the end of its terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * One Ctrl-C arrives twice under `npm start`: the terminal sends SIGINT to all processes, and npm forwards its own to
 * this one.
 */
const SAME_REQUEST_MS = 1000

/**
 * Calls `stop` on the first signal. A signal that arrives more than a second later means that stopping takes too long:
 * this process then exits with 1, and kill-on-exit.ts kills what it has started.
 */
export function onStopSignal(stop: () => void): void {
  let firstMs: number | undefined
  const handle = () => {
    const nowMs = performance.now()
    if (firstMs === undefined) {
      firstMs = nowMs
      stop()
    } else if (nowMs - firstMs > SAME_REQUEST_MS) process.exit(1)
  }
  for (const signal of SIGNALS) process.on(signal, handle)
}
