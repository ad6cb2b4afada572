import { t } from '@inkproof/texts/text'
import { fingerprintStream } from './fingerprint-stream.ts'
import { makeHasher } from './hasher.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** Minimum interval between progress messages; more frequent updates would not be noticeable. */
const PROGRESS_INTERVAL_MS = 100

/** Handles the worker's messages; the worker file only connects it to the browser. */
export function makeJobHandler(reply: (message: FromWorker) => void): (message: ToWorker) => void {
  const running = new Map<number, AbortController>()

  async function start(job: number, file: Blob): Promise<void> {
    const controller = new AbortController()
    running.set(job, controller)
    try {
      const hasher = await makeHasher()
      const onProgress = throttle((doneBytes) => reply({ type: 'progress', job, doneBytes }))
      const fingerprint = await fingerprintStream(file, {
        hasher,
        onProgress,
        signal: controller.signal,
      })
      reply({ type: 'done', job, fingerprint })
    } catch (error) {
      reply({ type: 'failed', job, errorName: getErrorName(error) })
    } finally {
      running.delete(job)
    }
  }

  return (message) => {
    if (message.type === 'start') void start(message.job, message.file)
    else running.get(message.job)?.abort()
  }
}

/** File errors come from the browser and are not always instances of this realm's Error. */
function getErrorName(error: unknown): string {
  const { name } = (error ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name : t('Error')
}

function throttle(report: (doneBytes: number) => void): (doneBytes: number) => void {
  let lastReportMs = 0
  return (doneBytes) => {
    const now = performance.now()
    if (now - lastReportMs < PROGRESS_INTERVAL_MS) return
    lastReportMs = now
    report(doneBytes)
  }
}
