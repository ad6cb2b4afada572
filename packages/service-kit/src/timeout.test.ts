/** Tests what services rely on in es-toolkit's `withTimeout`: a leftover timer would delay every stop. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { TimeoutError } from 'es-toolkit/error'
import { withTimeout } from 'es-toolkit/promise'

const never = new Promise<string>(() => undefined)

// Only fake timers can be counted without those of other test files in this process.
beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

test('returns a timely result and leaves no timer', async () => {
  expect(await withTimeout(async () => 'result', 60_000)).toBe('result')
  expect(jest.getTimerCount()).toBe(0)
})

test('throws a timely error and leaves no timer', async () => {
  const failing = withTimeout(() => Promise.reject(new Error('no')), 60_000)
  expect(jest.getTimerCount()).toBe(1)
  await expect(failing).rejects.toThrow('no')
  expect(jest.getTimerCount()).toBe(0)
})

test('throws TimeoutError after the timeout and leaves no timer', async () => {
  const failing = expect(withTimeout(() => never, 1)).rejects.toThrow(TimeoutError)
  await jest.advanceTimersByTimeAsync(1)
  await failing
  expect(jest.getTimerCount()).toBe(0)
})
