import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { startTickClock } from './tick-clock.ts'

/** Blocks the event loop until this process has used this much CPU time. */
function block(ms: number): void {
  const startedAt = process.cpuUsage()
  const usedMs = () => {
    const { user, system } = process.cpuUsage(startedAt)
    return (user + system) / 1_000
  }
  while (usedMs() < ms);
}

test('counts the time of a call that waits', async () => {
  const clock = startTickClock()
  // A stalled machine can skip ticks during one wait of 200 ms, but not in all of these.
  for (let wait = 0; wait < 10; wait += 1) await delay(20)
  expect(clock.stop()).toBeGreaterThan(100)
})

test.each([
  ['before the first tick', 0],
  ['later', 50],
])('counts the time of a call that blocks the event loop %s', async (_, waitMs) => {
  const clock = startTickClock()
  await delay(waitMs)
  block(300)
  const elapsedMs = clock.stop()
  expect(elapsedMs).toBeGreaterThan(250)
})

test('counts the time of a blocked event loop even if other calls follow', async () => {
  const clock = startTickClock()
  block(300)
  await delay(50)
  expect(clock.stop()).toBeGreaterThan(250)
})

test('does not count the time in which the process is suspended', async () => {
  const clock = startTickClock()
  // Like a stalled machine, this blocks the thread without using CPU time.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  expect(clock.stop()).toBeLessThan(300)
})
