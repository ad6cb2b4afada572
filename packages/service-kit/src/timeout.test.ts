/** What services rely on in es-toolkit's `withTimeout`: a timer that is left would delay every stop. */
import { expect, test } from '@jest/globals'
import { TimeoutError } from 'es-toolkit/error'
import { withTimeout } from 'es-toolkit/promise'

const never = new Promise<string>(() => undefined)
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('a result in time is returned and leaves no timer', async () => {
  const before = timers()
  expect(await withTimeout(async () => 'answer', 60_000)).toBe('answer')
  expect(timers()).toBe(before)
})

test('an error in time is thrown and leaves no timer', async () => {
  const before = timers()
  const failing = withTimeout(() => Promise.reject(new Error('no')), 60_000)
  await expect(failing).rejects.toThrow('no')
  expect(timers()).toBe(before)
})

test('a late result is a TimeoutError and leaves no timer', async () => {
  const before = timers()
  await expect(withTimeout(() => never, 1)).rejects.toThrow(TimeoutError)
  expect(timers()).toBe(before)
})
