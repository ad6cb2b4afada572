import { Semaphore } from 'es-toolkit/promise'
import { AppError } from './app-error.ts'

/**
 * Runs a task as soon as there is a free slot.
 *
 * @throws AppError UNAVAILABLE if too many tasks are already waiting, and whatever the task throws.
 */
export type RunInQueue = <T>(task: () => Promise<T>) => Promise<T>

/** Creates a FIFO queue that runs up to `concurrency` tasks at a time while up to `maxWaiting` more wait. */
export function createBoundedQueue(concurrency: number, maxWaiting: number): RunInQueue {
  const slots = new Semaphore(concurrency)
  let pending = 0
  return async (task) => {
    if (pending >= concurrency + maxWaiting) throw new AppError('UNAVAILABLE')
    pending += 1
    await slots.acquire()
    try {
      return await task()
    } finally {
      pending -= 1
      slots.release()
    }
  }
}
