/**
 * Runs tasks with the same name one after the other; tasks with different names run concurrently.
 *
 * @throws BusyError when too many tasks with that name are waiting
 */
export type Serialize = <Result>(name: string, task: () => Promise<Result>) => Promise<Result>

/** Too many tasks are waiting. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** @param maxWaiting tasks per name, including the one that runs */
export function createSerialize(maxWaiting: number): Serialize {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>()
  return async (name, task) => {
    const queue = queues.get(name) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length >= maxWaiting) throw new BusyError(`${maxWaiting} requests are waiting`)
    queues.set(name, queue)
    queue.length += 1
    const result = queue.last.then(task)
    queue.last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(name)
    }
  }
}
