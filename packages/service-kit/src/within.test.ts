import { expect, test } from '@jest/globals'
import { within } from './within.ts'

const never = new Promise<string>(() => undefined)
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('an answer in time is the answer, and no timer is left', async () => {
  const before = timers()
  expect(await within(60_000, Promise.resolve('answer'), () => 'late')).toBe('answer')
  expect(timers()).toBe(before)
})

test('a refusal in time is the refusal, and no timer is left', async () => {
  const before = timers()
  await expect(within(60_000, Promise.reject(new Error('no')), () => 'late')).rejects.toThrow('no')
  expect(timers()).toBe(before)
})

test('what takes longer is answered by what there is for that', async () => {
  expect(await within(1, never, () => 'late')).toBe('late')
})

test('what there is for that may be an error', async () => {
  const late = () => {
    throw new Error('too late')
  }
  await expect(within(1, never, late)).rejects.toThrow('too late')
})
