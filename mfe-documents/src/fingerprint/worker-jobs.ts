import { t } from '@inkproof/texts/text'
import { fingerprintStream } from './fingerprint-stream.ts'
import { makeHasher } from './hasher.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** Minimum interval of progress messages; more would not be visible. */
const PROGRESS_EVERY_MS = 100

/** Handles the worker's messages; the worker file only connects it to the browser. */
export function makeJobs(answer: (message: FromWorker) => void): (message: ToWorker) => void {
  const running = new Map<number, AbortController>()

  async function start(job: number, file: Blob): Promise<void> {
    const controller = new AbortController()
    running.set(job, controller)
    try {
      const hasher = await makeHasher()
      const onProgress = sparingly((doneBytes) => answer({ say: 'progress', job, doneBytes }))
      const fingerprint = await fingerprintStream(file, {
        hasher,
        onProgress,
        signal: controller.signal,
      })
      answer({ say: 'done', job, fingerprint })
    } catch (error) {
      answer({ say: 'failed', job, errorName: nameOf(error) })
    } finally {
      running.delete(job)
    }
  }

  return (message) => {
    if (message.say === 'start') void start(message.job, message.file)
    else running.get(message.job)?.abort()
  }
}

/** File errors come from the browser and are not always instances of this realm's Error. */
function nameOf(error: unknown): string {
  const { name } = (error ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name : t('Error')
}

function sparingly(tell: (doneBytes: number) => void): (doneBytes: number) => void {
  let toldAt = 0
  return (doneBytes) => {
    const now = performance.now()
    if (now - toldAt < PROGRESS_EVERY_MS) return
    toldAt = now
    tell(doneBytes)
  }
}
