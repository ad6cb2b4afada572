import { afterEach, expect, test } from '@jest/globals'
import { type LivenessWatch, watchLiveness } from './liveness.ts'

const CHECK_MS = 300

const watches: LivenessWatch[] = []

afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop()
})

test('checks that take as long as the interval follow each other without a pause', async () => {
  const reportedMs = await failureTimes(
    () => new Promise((resolve) => setTimeout(resolve, CHECK_MS)),
  )
  expect(reportedMs).toBeGreaterThanOrEqual(3 * CHECK_MS - 5)
  expect(reportedMs).toBeLessThan(4.5 * CHECK_MS)
})

test('checks that fail at once are spaced by the interval', async () => {
  const reportedMs = await failureTimes(async () => undefined)
  expect(reportedMs).toBeGreaterThanOrEqual(2 * CHECK_MS - 5)
})

test('a process that has not responded yet is never reported', async () => {
  const state = { checks: 0, isReported: false }
  await new Promise<void>((resolve) => {
    watch(
      async () => {
        state.checks += 1
        if (state.checks === 6) resolve()
        return false
      },
      () => (state.isReported = true),
      10,
    )
  })
  expect(state.isReported).toBe(false)
})

/** Lets one check succeed and the next ones fail. Resolves with the time from the first failing check to the report. */
async function failureTimes(fail: () => Promise<void>): Promise<number> {
  let checks = 0
  let firstMs = 0
  return new Promise((resolve) => {
    const isAlive = async () => {
      checks += 1
      if (checks === 1) return true
      if (checks === 2) firstMs = performance.now()
      await fail()
      return false
    }
    watch(isAlive, () => resolve(performance.now() - firstMs), CHECK_MS)
  })
}

function watch(isAlive: () => Promise<boolean>, onDead: () => void, everyMs: number): void {
  watches.push(watchLiveness({ isAlive, onDead, everyMs }))
}
