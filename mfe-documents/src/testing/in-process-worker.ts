import type { ToWorker } from '../fingerprint/messages.ts'
import { makeJobHandler } from '../fingerprint/worker-jobs.ts'

/** Runs the fingerprint worker's real jobs in this thread, because jsdom has no workers. */
export class InProcessWorker extends EventTarget {
  private readonly onMessage = makeJobHandler((data) =>
    this.dispatchEvent(new MessageEvent('message', { data })),
  )

  postMessage(message: ToWorker): void {
    this.onMessage(message)
  }

  terminate(): void {}
}
