import { expect, test } from '@jest/globals'
import { createKeyedQueue } from './keyed-queue.ts'

/** Resolves after all microtasks, so that every task that can start has started. */
const flushMicrotasks = () => new Promise((resolve) => setImmediate(resolve))

test('tasks with the same key run one after another in order of arrival; others do not wait for them', async () => {
  const run = createKeyedQueue()
  const started: string[] = []
  const finish = new Map<string, () => void>()
  const start = (key: string, name: string) =>
    run(key, () => {
      started.push(name)
      return new Promise<string>((resolve) => finish.set(name, () => resolve(name)))
    })
  const results = [start('a', 'a1'), start('a', 'a2'), start('b', 'b1'), start('a', 'a3')]
  await flushMicrotasks()
  expect(started).toEqual(['a1', 'b1'])
  for (const name of ['a1', 'a2', 'a3']) {
    finish.get(name)?.()
    await flushMicrotasks()
  }
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
  finish.get('b1')?.()
  expect(await Promise.all(results)).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('a failed task does not hold up the next one, and later tasks with the key run', async () => {
  const run = createKeyedQueue()
  const failing = run('a', () => Promise.reject(new Error('no')))
  const next = run('a', async () => 7)
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe(7)
  expect(await run('a', async () => 8)).toBe(8)
})
