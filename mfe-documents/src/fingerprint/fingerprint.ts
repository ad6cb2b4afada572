import { t } from '@inkproof/texts/text'
import type { FromWorker, ToWorker } from './messages.ts'

export type Progress = {
  doneBytes: number
  /** Averaged over about a second; 0 until known. */
  bytesPerSecond: number
}

type Options = { signal?: AbortSignal; onProgress?: (progress: Progress) => void }

/** A file that could not be read; the message is shown to people. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** The part of Worker used here. */
export type WorkerPort = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

/** Fingerprints files sequentially, in the order requested. */
export type Fingerprinter = (file: File, options?: Options) => Promise<string>

/**
 * Uses one worker, started with the first file. Files are queued: two at once would share the disk and take twice
 * as long each.
 */
export function makeFingerprinter(startWorker: () => WorkerPort): Fingerprinter {
  let port: WorkerPort | null = null
  let jobs = 0
  let line: Promise<unknown> = Promise.resolve()

  return (file, options = {}) => {
    const turn = line.then(async () => {
      options.signal?.throwIfAborted()
      port ??= startWorker()
      jobs += 1
      try {
        return await runJob(port, jobs, file, options)
      } catch (error) {
        if (error instanceof LostWorker) port = null
        throw error
      }
    })
    line = turn.catch(() => {})
    return abortable(turn, options.signal)
  }
}

class LostWorker extends UnreadableFile {}

function runJob(port: WorkerPort, job: number, file: File, options: Options): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const speed = speedometer()
    const { signal } = ended
    function end(settle: () => void) {
      ended.abort()
      settle()
    }
    port.addEventListener(
      'message',
      (event) => {
        const message = (event as MessageEvent<FromWorker>).data
        if (message.job !== job) return
        if (message.say === 'progress') options.onProgress?.(speed(message.doneBytes))
        else if (message.say === 'done') end(() => resolve(message.fingerprint))
        else end(() => reject(failure(file, message.errorName, options.signal)))
      },
      { signal },
    )
    port.addEventListener('error', () => end(() => reject(lost(file, port))), { signal })
    options.signal?.addEventListener('abort', () => say(port, { say: 'cancel', job }), { signal })
    say(port, { say: 'start', job, file })
  })
}

function say(port: WorkerPort, message: ToWorker): void {
  port.postMessage(message)
}

function failure(file: File, errorName: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  return new UnreadableFile(sentenceFor(file.name, errorName))
}

function lost(file: File, port: WorkerPort): LostWorker {
  port.terminate()
  return new LostWorker(
    t(
      '“{name}” could not be fingerprinted because a part of this page did not load. Check the connection and choose it again.',
      { name: file.name },
    ),
  )
}

function sentenceFor(name: string, errorName: string): string {
  if (errorName === 'NotFoundError') {
    return t('“{name}” was moved or deleted. Choose it again.', { name })
  }
  if (errorName === 'NotReadableError' || errorName === 'NotAllowedError') {
    return t(
      '“{name}” could not be read: it was changed, moved or locked while it was being read. Close other programs that use it and choose it again.',
      { name },
    )
  }
  return t(
    '“{name}” could not be read. Check that it opens on this device, then choose it again.',
    { name },
  )
}

/** Rejects at once when cancelled, even while the file is queued. */
function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

/** Smoothed over about a second, so that the number is readable. */
function speedometer(): (doneBytes: number) => Progress {
  let last = { at: performance.now(), doneBytes: 0 }
  let bytesPerSecond = 0
  return (doneBytes) => {
    const at = performance.now()
    const passedS = (at - last.at) / 1000
    if (passedS > 0) {
      const now = (doneBytes - last.doneBytes) / passedS
      const weight = bytesPerSecond === 0 ? 1 : Math.min(1, passedS)
      bytesPerSecond += (now - bytesPerSecond) * weight
      last = { at, doneBytes }
    }
    return { doneBytes, bytesPerSecond }
  }
}
