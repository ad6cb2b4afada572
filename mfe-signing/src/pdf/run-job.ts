import { startWatchdog } from './watchdog.ts'

/** The part of Worker used here. */
export type JobWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

type Options<Message> = {
  /** How long the worker may say nothing. */
  timeoutMs: number
  /** The error if the worker fails or says nothing for that long. */
  failure: () => Error
  /** Ends the job: the promise rejects with its reason. */
  signal?: AbortSignal | undefined
  /** Returns whether this message is the last one. May throw. */
  onMessage: (message: Message) => boolean
}

/** Gives a worker one job and returns its last message. The worker is ended in any case. */
export async function runJob<Message>(
  worker: JobWorker,
  job: unknown,
  { timeoutMs, failure, signal, onMessage }: Options<Message>,
): Promise<Message> {
  const listeners = new AbortController()
  const options = { signal: listeners.signal }
  try {
    signal?.throwIfAborted()
    return await new Promise((resolve, reject) => {
      const fail = () => reject(failure())
      const watchdog = startWatchdog(timeoutMs, fail)
      listeners.signal.addEventListener('abort', watchdog.stop)
      signal?.addEventListener('abort', () => reject(signal.reason), options)
      const receive = ({ data }: MessageEvent<Message>) => {
        watchdog.reset()
        try {
          if (onMessage(data)) resolve(data)
        } catch (error) {
          reject(error)
        }
      }
      worker.addEventListener('message', (event) => receive(event as MessageEvent), options)
      worker.addEventListener('error', fail, options)
      worker.postMessage(job)
    })
  } finally {
    listeners.abort()
    worker.terminate()
  }
}
