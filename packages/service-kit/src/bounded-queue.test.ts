import { expect, test } from '@jest/globals'
import { createBoundedQueue } from './bounded-queue.ts'

/** Resolves after all microtasks, so that every task that can start has started. */
const flushMicrotasks = () => new Promise((resolve) => setImmediate(resolve))

/** Creates tasks that record their start in `started` and complete when `finish[index]` is called. */
function createTasks(count: number) {
  const started: number[] = []
  const finish: (() => void)[] = []
  const tasks = Array.from({ length: count }, (_, index) => () => {
    started.push(index)
    return new Promise<number>((resolve) => {
      finish[index] = () => resolve(index)
    })
  })
  return { started, finish, tasks }
}

test('runs as many tasks concurrently as allowed, and the others in order of arrival', async () => {
  const runInQueue = createBoundedQueue(2, 10)
  const { started, finish, tasks } = createTasks(4)
  const results = tasks.map((task) => runInQueue(task))
  await flushMicrotasks()
  expect(started).toEqual([0, 1])
  finish[1]?.()
  await results[1]
  await flushMicrotasks()
  expect(started).toEqual([0, 1, 2])
  finish[0]?.()
  await results[0]
  await flushMicrotasks()
  expect(started).toEqual([0, 1, 2, 3])
  finish[2]?.()
  finish[3]?.()
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3])
})

test('rejects tasks while too many are waiting', async () => {
  const runInQueue = createBoundedQueue(1, 1)
  const { finish, tasks } = createTasks(2)
  const results = tasks.map((task) => runInQueue(task))
  await flushMicrotasks()
  await expect(runInQueue(async () => 0)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  finish[0]?.()
  await results[0]
  await flushMicrotasks()
  finish[1]?.()
  await results[1]
  expect(await runInQueue(async () => 7)).toBe(7)
})

test('a failed task frees its slot', async () => {
  const runInQueue = createBoundedQueue(1, 1)
  const failing = runInQueue(() => Promise.reject(new Error('no')))
  const next = runInQueue(async () => 7)
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe(7)
  expect(await runInQueue(async () => 8)).toBe(8)
})
