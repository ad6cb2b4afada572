/** Tests what services rely on in es-toolkit's `withTimeout`: a leftover timer would delay every stop. */
import { expect, test } from '@jest/globals'
import { TimeoutError } from 'es-toolkit/error'
import { withTimeout } from 'es-toolkit/promise'

const never = new Promise<string>(() => undefined)
const timerCount = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('returns a timely result and leaves no timer', async () => {
  const before = timerCount()
  expect(await withTimeout(async () => 'result', 60_000)).toBe('result')
  expect(timerCount()).toBe(before)
})

test('throws a timely error and leaves no timer', async () => {
  const before = timerCount()
  const failing = withTimeout(() => Promise.reject(new Error('no')), 60_000)
  await expect(failing).rejects.toThrow('no')
  expect(timerCount()).toBe(before)
})

test('throws TimeoutError after the timeout and leaves no timer', async () => {
  const before = timerCount()
  await expect(withTimeout(() => never, 1)).rejects.toThrow(TimeoutError)
  expect(timerCount()).toBe(before)
})
