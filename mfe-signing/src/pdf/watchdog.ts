/** Browsers slow down timers and workers of pages in the background, so a timeout says nothing there. */
const isVisible = () => globalThis.document?.visibilityState !== 'hidden'

export type Watchdog = {
  /** Starts the time again, because there was progress. */
  reset(): void
  stop(): void
}

/** Calls `onTimeout` once, if `reset` is not called for `timeoutMs` while the page is visible. */
export function startWatchdog(timeoutMs: number, onTimeout: () => void): Watchdog {
  let timer: ReturnType<typeof setTimeout>
  const start = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (isVisible() ? onTimeout() : start()), timeoutMs)
  }
  start()
  return { reset: start, stop: () => clearTimeout(timer) }
}
