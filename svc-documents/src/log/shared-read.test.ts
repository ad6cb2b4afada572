import { expect, test } from '@jest/globals'
import { createSharedRead } from './shared-read.ts'

function setup() {
  const state = { nowMs: 1_000, reads: 0, value: 'first', fails: false }
  const shared = createSharedRead(
    async () => {
      state.reads += 1
      if (state.fails) throw new Error('no response')
      return state.value
    },
    500,
    () => state.nowMs,
  )
  return { state, shared }
}

test('concurrent callers, and callers within the maximum age, share one read', async () => {
  const { state, shared } = setup()
  expect(await Promise.all([shared.read(), shared.read()])).toEqual(['first', 'first'])
  state.nowMs += 499
  await shared.read()
  expect(state.reads).toBe(1)
})

test('reads again once the result is older than the maximum age', async () => {
  const { state, shared } = setup()
  await shared.read()
  state.value = 'second'
  state.nowMs += 500
  expect(await shared.read()).toBe('second')
})

test('reads again after it was expired, even during a read', async () => {
  const { state, shared } = setup()
  const before = shared.read()
  state.value = 'second'
  shared.expire()
  expect([await before, await shared.read()]).toEqual(['first', 'second'])
  shared.expire()
  expect(state.reads).toBe(2)
})

test('a failed read is not remembered', async () => {
  const { state, shared } = setup()
  state.fails = true
  await expect(shared.read()).rejects.toThrow('no response')
  state.fails = false
  expect(await shared.read()).toBe('first')
})
