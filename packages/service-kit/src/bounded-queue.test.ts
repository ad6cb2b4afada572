import { expect, test } from '@jest/globals'
import { createBoundedQueue } from './bounded-queue.ts'

/** Resolves when all microtasks have run: work that may begin has begun. */
const microtasks = () => new Promise((resolve) => setImmediate(resolve))

/** Work that ends when it is told to, and records when it begins. */
function pieces(count: number) {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = Array.from({ length: count }, (_, index) => () => {
    begun.push(index)
    return new Promise<number>((resolve) => {
      ends[index] = () => resolve(index)
    })
  })
  return { begun, ends, works }
}

test('runs as many at once as allowed, and the others in order of arrival', async () => {
  const runInQueue = createBoundedQueue(2, 10)
  const { begun, ends, works } = pieces(4)
  const results = works.map((work) => runInQueue(work))
  await microtasks()
  expect(begun).toEqual([0, 1])
  ends[1]?.()
  await results[1]
  await microtasks()
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.()
  await results[0]
  await microtasks()
  expect(begun).toEqual([0, 1, 2, 3])
  ends[2]?.()
  ends[3]?.()
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3])
})

test('refuses tasks that would wait too long, until there is room again', async () => {
  const runInQueue = createBoundedQueue(1, 1)
  const { ends, works } = pieces(2)
  const results = works.map((work) => runInQueue(work))
  await microtasks()
  await expect(runInQueue(async () => 0)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  ends[0]?.()
  await results[0]
  await microtasks()
  ends[1]?.()
  await results[1]
  expect(await runInQueue(async () => 7)).toBe(7)
})

test('gives the slot of a failed task to the next one', async () => {
  const runInQueue = createBoundedQueue(1, 1)
  const failing = runInQueue(() => Promise.reject(new Error('no')))
  const next = runInQueue(async () => 7)
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe(7)
  expect(await runInQueue(async () => 8)).toBe(8)
})
