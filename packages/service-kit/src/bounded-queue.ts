import { Semaphore } from 'es-toolkit/promise'
import { AppError } from './app-error.ts'

/**
 * Runs a task as soon as there is a free slot.
 *
 * @throws AppError UNAVAILABLE if too many are waiting already; whatever the task throws.
 */
export type RunInQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Creates a queue that runs at most `concurrency` tasks at once in order of arrival and lets `maxWaiting` wait. */
export function createBoundedQueue(concurrency: number, maxWaiting: number): RunInQueue {
  const slots = new Semaphore(concurrency)
  let pending = 0
  return async (work) => {
    if (pending >= concurrency + maxWaiting) throw new AppError('UNAVAILABLE')
    pending += 1
    await slots.acquire()
    try {
      return await work()
    } finally {
      pending -= 1
      slots.release()
    }
  }
}
