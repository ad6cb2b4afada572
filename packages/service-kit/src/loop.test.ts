import { expect, test } from '@jest/globals'
import { createLoop } from './loop.ts'
import { until } from './testing/fixture.ts'

const HOUR_MS = 3_600_000

test('repeats its step after the pause the step returns, otherwise after the default one', async () => {
  let steps = 0
  const loop = createLoop(async () => {
    steps += 1
    return steps < 3 ? 0 : undefined
  }, HOUR_MS)
  loop.start()
  await until(() => steps === 3)
  await loop.stop()
  expect(steps).toBe(3)
})

test('waking it ends a pause; during a step, the next one follows immediately', async () => {
  let steps = 0
  const loop = createLoop(async () => {
    steps += 1
    if (steps === 2) loop.wake()
    return undefined
  }, HOUR_MS)
  loop.start()
  await until(() => steps === 1)
  loop.wake()
  await until(() => steps === 3)
  await loop.stop()
  expect(steps).toBe(3)
})

test('stopping ends a pause, and no step follows', async () => {
  let steps = 0
  const loop = createLoop(async () => {
    steps += 1
    return undefined
  }, HOUR_MS)
  loop.start()
  await until(() => steps === 1)
  await loop.stop()
  loop.start()
  expect([steps, loop.isStopping()]).toEqual([1, true])
})
