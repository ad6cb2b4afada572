import { PdfError } from './pdf-error.ts'
import { startWatchdog } from './watchdog.ts'

/** Work that calls `onProgress` after each response of the worker; not needed if it waits for a single response. */
type Work<Result> = (onProgress: () => void) => Promise<Result>

export type JobQueue = {
  /** Runs `work` after all earlier jobs. @throws PdfError `timeout`; AbortError after `close` */
  run<Result>(work: Work<Result>): Promise<Result>
  /** Ends the current job and all later ones. */
  close(reason: Error): void
}

/** Runs one job at a time. If the worker does not respond for `timeoutMs`, calls `onTimeout`, and all jobs fail. */
export function createJobQueue(timeoutMs: number, onTimeout: () => void): JobQueue {
  const closing = new AbortController()
  let last: Promise<unknown> = Promise.resolve()

  async function start<Result>(work: Work<Result>): Promise<Result> {
    closing.signal.throwIfAborted()
    const watchdog = startWatchdog(timeoutMs, () => {
      closing.abort(new PdfError('timeout'))
      onTimeout()
    })
    try {
      return await Promise.race([work(watchdog.reset), rejectionOf(closing.signal)])
    } finally {
      watchdog.stop()
    }
  }

  return {
    run(work) {
      const result = last.then(() => start(work))
      last = result.catch(() => {})
      return result
    },
    close: (reason) => closing.abort(reason),
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
