import { Mutex } from 'es-toolkit/promise'

/** Runs a task after all earlier tasks with the same key have ended. Throws what the task throws. */
export type RunForKey = <T>(key: string, task: () => Promise<T>) => Promise<T>

/** Creates a queue for each key, which exists only while it has tasks. */
export function createKeyedQueue(): RunForKey {
  const queues = new Map<string, { mutex: Mutex; tasks: number }>()
  return async (key, task) => {
    const queue = queues.get(key) ?? { mutex: new Mutex(), tasks: 0 }
    queues.set(key, queue)
    queue.tasks += 1
    await queue.mutex.acquire()
    try {
      return await task()
    } finally {
      queue.mutex.release()
      queue.tasks -= 1
      if (queue.tasks === 0) queues.delete(key)
    }
  }
}
