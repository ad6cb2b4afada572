import { expect, test } from '@jest/globals'
import { createLoop } from './loop.ts'
import { until } from './testing/fixture.ts'

const HOUR_MS = 3_600_000

test('repeats the step after the pause that it returned, or else after the default pause', async () => {
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

test('waking ends a pause; during a step, it makes the next step follow immediately', async () => {
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

test('stopping ends a pause and prevents further steps', async () => {
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
