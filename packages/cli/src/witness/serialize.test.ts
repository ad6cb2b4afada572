import { expect, test } from '@jest/globals'
import { BusyError, createSerialize } from './serialize.ts'

/** A task that ends when told to. */
function heldTask() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { task: () => ended, end }
}

test('runs tasks of one name one after the other, and of two names concurrently', async () => {
  const serialize = createSerialize(10)
  const order: string[] = []
  const first = heldTask()
  const a1 = serialize('a', () => first.task().then(() => order.push('a1')))
  const a2 = serialize('a', async () => order.push('a2'))
  await serialize('b', async () => order.push('b'))
  first.end()
  await Promise.all([a1, a2])
  expect(order).toEqual(['b', 'a1', 'a2'])
})

test('a task that fails does not stop the next one', async () => {
  const serialize = createSerialize(10)
  const failed = serialize('a', () => Promise.reject(new Error('failed')))
  const next = serialize('a', async () => 'done')
  await expect(failed).rejects.toThrow('failed')
  expect(await next).toBe('done')
})

test('refuses a task when too many are waiting', async () => {
  const serialize = createSerialize(2)
  const first = heldTask()
  const running = [serialize('a', first.task), serialize('a', async () => undefined)]
  await expect(serialize('a', async () => undefined)).rejects.toThrow(BusyError)
  first.end()
  await Promise.all(running)
  expect(await serialize('a', async () => 'done')).toBe('done')
})
