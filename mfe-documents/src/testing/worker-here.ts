import type { ToWorker } from '../fingerprint/messages.ts'
import { makeJobs } from '../fingerprint/worker-jobs.ts'

/** Runs the fingerprint worker's real jobs in this thread, because jsdom has no workers. */
export class WorkerHere extends EventTarget {
  private readonly onMessage = makeJobs((data) =>
    this.dispatchEvent(new MessageEvent('message', { data })),
  )

  postMessage(message: ToWorker): void {
    this.onMessage(message)
  }

  terminate(): void {}
}
