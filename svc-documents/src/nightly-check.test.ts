import { expect, test } from '@jest/globals'
import { untilNight } from './nightly-check.ts'

test.each([
  ['2026-11-21T02:00:00Z', 1],
  ['2026-11-21T03:00:00Z', 24],
  ['2026-11-21T15:00:00Z', 12],
])('at %s the next check is %i hours away', (now, hours) => {
  expect(untilNight(Date.parse(now))).toBe(hours * 3_600_000)
})
