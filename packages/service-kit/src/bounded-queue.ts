import { Semaphore } from 'es-toolkit/promise'
import { AppError } from './app-error.ts'

/**
 * Runs one piece of work as soon as there is room for it.
 *
 * @throws AppError UNAVAILABLE where it would have to wait behind too many others; whatever the work throws.
 */
export type RunInQueue = <T>(work: () => Promise<T>) => Promise<T>

/** A queue that runs at most `concurrency` pieces of work at once, first come first served, and lets `maxWaiting` wait. */
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
