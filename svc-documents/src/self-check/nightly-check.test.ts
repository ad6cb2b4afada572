import { createLog } from '@inkproof/service-kit/log'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { msUntilNextCheck, nightlyCheck } from './nightly-check.ts'

const HOUR_MS = 3_600_000
const EVENING = Date.parse('2026-11-21T22:00:00Z')
const FIRST_NIGHT_SECONDS = Date.parse('2026-11-22T03:00:00Z') / 1_000

beforeEach(() => {
  jest.useFakeTimers({ now: EVENING })
})

afterEach(() => {
  jest.useRealTimers()
})

/**
 * Creates a nightly check. Each argument is the result of one night: its findings, or the error with
 * which the check fails.
 */
async function setup(...nights: (string[] | Error)[]) {
  const registry = new Registry()
  let runs = 0
  const check = async () => {
    const result = nights[runs++] ?? []
    if (result instanceof Error) throw result
    return { entries: 9, certificates: 4, findings: result }
  }
  const job = nightlyCheck({ check, log: createLog('test', 'silent'), registry })
  await job.prepare()
  const value = async (name: string) =>
    (await registry.getSingleMetric(name)?.get())?.values[0]?.value
  return {
    job,
    runs: () => runs,
    metrics: async () => [
      await value('log_check_findings'),
      await value('log_check_timestamp_seconds'),
    ],
  }
}

test.each([
  ['2026-11-21T02:00:00Z', 1],
  ['2026-11-21T03:00:00Z', 24],
  ['2026-11-21T15:00:00Z', 12],
])('at %s the next check is %i hours away', (now, hours) => {
  expect(msUntilNextCheck(Date.parse(now))).toBe(hours * HOUR_MS)
})

test('the first check runs at 03:00 UTC and sets the metrics', async () => {
  const { metrics, runs } = await setup(['entry 4 is missing', 'a tile differs'])
  await jest.advanceTimersByTimeAsync(5 * HOUR_MS - 1)
  expect([runs(), await metrics()]).toEqual([0, [-1, 0]])
  await jest.advanceTimersByTimeAsync(1)
  expect([runs(), await metrics()]).toEqual([1, [2, FIRST_NIGHT_SECONDS]])
})

test('a check runs every night, and one without findings resets the metric', async () => {
  const { metrics, runs } = await setup(['a tile differs'], [])
  await jest.advanceTimersByTimeAsync(29 * HOUR_MS)
  expect([runs(), await metrics()]).toEqual([2, [0, FIRST_NIGHT_SECONDS + 24 * 3_600]])
})

test('a failed check keeps the last findings and runs again the next night', async () => {
  const { metrics, runs } = await setup(['a tile differs'], new Error('no database'), [])
  await jest.advanceTimersByTimeAsync(29 * HOUR_MS)
  expect([runs(), await metrics()]).toEqual([2, [1, FIRST_NIGHT_SECONDS]])
  await jest.advanceTimersByTimeAsync(24 * HOUR_MS)
  expect([runs(), (await metrics())[0]]).toEqual([3, 0])
})

test('a stopped service runs no checks', async () => {
  const { job, runs } = await setup()
  await job.close()
  await jest.advanceTimersByTimeAsync(48 * HOUR_MS)
  expect(runs()).toBe(0)
})
