import { t } from '@inkproof/texts/text'
import type { FromWorker, ToWorker } from './messages.ts'

export type Progress = {
  doneBytes: number
  /** Averaged over about a second; 0 until known. */
  bytesPerSecond: number
}

type Options = { signal?: AbortSignal; onProgress?: (progress: Progress) => void }

/** A file that could not be read; the message is shown to the user. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}

/** The part of Worker used here. */
export type WorkerPort = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

/** Fingerprints files sequentially, in the order requested. */
export type Fingerprinter = (file: File, options?: Options) => Promise<string>

/**
 * Uses one worker, started with the first file. Files are queued: reading two concurrently would make each take
 * twice as long.
 */
export function makeFingerprinter(startWorker: () => WorkerPort): Fingerprinter {
  let port: WorkerPort | null = null
  let jobs = 0
  let queue: Promise<unknown> = Promise.resolve()

  return (file, options = {}) => {
    const result = queue.then(async () => {
      options.signal?.throwIfAborted()
      port ??= startWorker()
      jobs += 1
      try {
        return await runJob(port, jobs, file, options)
      } catch (error) {
        if (error instanceof WorkerLoadError) port = null
        throw error
      }
    })
    queue = result.catch(() => {})
    return abortable(result, options.signal)
  }
}

class WorkerLoadError extends UnreadableFileError {}

function runJob(port: WorkerPort, job: number, file: File, options: Options): Promise<string> {
  return new Promise((resolve, reject) => {
    const listeners = new AbortController()
    const toProgress = trackSpeed()
    const { signal } = listeners
    function finish(complete: () => void) {
      listeners.abort()
      complete()
    }
    port.addEventListener(
      'message',
      (event) => {
        const message = (event as MessageEvent<FromWorker>).data
        if (message.job !== job) return
        if (message.type === 'progress') options.onProgress?.(toProgress(message.doneBytes))
        else if (message.type === 'done') finish(() => resolve(message.fingerprint))
        else finish(() => reject(toError(file, message.errorName, options.signal)))
      },
      { signal },
    )
    port.addEventListener('error', () => finish(() => reject(workerLoadError(file, port))), {
      signal,
    })
    options.signal?.addEventListener('abort', () => post(port, { type: 'cancel', job }), { signal })
    post(port, { type: 'start', job, file })
  })
}

function post(port: WorkerPort, message: ToWorker): void {
  port.postMessage(message)
}

function toError(file: File, errorName: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  return new UnreadableFileError(unreadableMessage(file.name, errorName))
}

function workerLoadError(file: File, port: WorkerPort): WorkerLoadError {
  port.terminate()
  return new WorkerLoadError(
    t(
      '“{name}” could not be fingerprinted because a part of this page did not load. Check your connection, then choose the file again.',
      { name: file.name },
    ),
  )
}

function unreadableMessage(name: string, errorName: string): string {
  if (errorName === 'NotFoundError') {
    return t('“{name}” was moved or deleted. Choose the file again.', { name })
  }
  if (errorName === 'NotReadableError' || errorName === 'NotAllowedError') {
    return t(
      '“{name}” could not be read: it was changed, moved or locked while it was being read. Close other programs that use it, then choose the file again.',
      { name },
    )
  }
  return t(
    '“{name}” could not be read. Check that it opens on this device, then choose the file again.',
    { name },
  )
}

/** Rejects immediately when cancelled, even while the file is queued. */
function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

/** Returns a function that adds the speed, smoothed over about a second so that the number is readable. */
function trackSpeed(): (doneBytes: number) => Progress {
  let last = { timeMs: performance.now(), doneBytes: 0 }
  let bytesPerSecond = 0
  return (doneBytes) => {
    const timeMs = performance.now()
    const elapsedS = (timeMs - last.timeMs) / 1000
    if (elapsedS > 0) {
      const current = (doneBytes - last.doneBytes) / elapsedS
      const weight = bytesPerSecond === 0 ? 1 : Math.min(1, elapsedS)
      bytesPerSecond += (current - bytesPerSecond) * weight
      last = { timeMs, doneBytes }
    }
    return { doneBytes, bytesPerSecond }
  }
}
