import { afterEach, expect, jest, test } from '@jest/globals'
import { createJobQueue } from './job-queue.ts'

const never = () => new Promise<never>(() => {})

afterEach(() => {
  jest.useRealTimers()
})

test('runs one job at a time, in their order', async () => {
  const queue = createJobQueue(60_000, () => {})
  const order: string[] = []
  const first = queue.run(async () => {
    await Promise.resolve()
    order.push('first')
  })
  await queue.run(async () => order.push('second'))
  await first
  expect(order).toEqual(['first', 'second'])
})

test('a failed job does not stop the next one', async () => {
  const queue = createJobQueue(60_000, () => {})
  await expect(queue.run(() => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
  expect(await queue.run(async () => 'drawn')).toBe('drawn')
})

test('a worker that does not respond is ended, and all jobs fail with a timeout', async () => {
  let isEnded = false
  const queue = createJobQueue(20, () => {
    isEnded = true
  })
  await expect(queue.run(never)).rejects.toMatchObject({ reason: 'timeout' })
  expect(isEnded).toBe(true)
  await expect(queue.run(async () => 'late')).rejects.toMatchObject({ reason: 'timeout' })
})

test('a job that makes progress is not ended', async () => {
  jest.useFakeTimers()
  const queue = createJobQueue(200, () => {})
  const work = async (onProgress: () => void) => {
    for (let response = 0; response < 5; response += 1) {
      await jest.advanceTimersByTimeAsync(199)
      onProgress()
    }
    return 'drawn'
  }
  expect(await queue.run(work)).toBe('drawn')
})

test('closing fails the running job', async () => {
  const queue = createJobQueue(60_000, () => {})
  const job = queue.run(never)
  queue.close(new Error('closed'))
  await expect(job).rejects.toThrow('closed')
})
