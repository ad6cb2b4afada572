import { expect, test } from '@jest/globals'
import { addIncrease, decide, newerReading } from './canary-decision.ts'

const LIMITS = { thresholdPercent: 2, minFailures: 3, minVisits: 20 }

const during = (failures: number, visits: number) => decide({ failures, visits }, LIMITS, false)
const atTheEnd = (failures: number, visits: number) => decide({ failures, visits }, LIMITS, true)

test.each([
  [3, 100],
  [3, 3],
])('ends at once with %i failures in %i visits', (failures, visits) => {
  const decision = {
    kind: 'failed',
    reason: `browsers reported failures in ${failures} of ${visits} visits; the threshold is 2 %`,
  }
  expect(during(failures, visits)).toEqual(decision)
  expect(atTheEnd(failures, visits)).toEqual(decision)
})

test.each([
  ['too few failures to mean anything', 2, 10],
  ['a share that is exactly the threshold', 4, 200],
  ['no reports yet', 0, 0],
  ['failures without visits, which nobody can have met', 3, 0],
])('continues with %s, until its time is over', (_, failures, visits) => {
  expect(during(failures, visits)).toEqual({ kind: 'continue' })
})

test.each([
  [0, 20],
  [2, 20],
  [4, 200],
])('passes at its end with %i failures in %i visits', (failures, visits) => {
  expect(atTheEnd(failures, visits)).toEqual({ kind: 'passed' })
})

test('is undecided at its end with too few visits', () => {
  expect(atTheEnd(0, 19)).toEqual({
    kind: 'undecided',
    reason: 'browsers reported 19 of the required 20 visits',
  })
})

test('adds up what was reported during the canary, also while earlier reports expire', () => {
  const readings = [
    { visits: 50, failures: 9 },
    { visits: 53, failures: 9 },
    { visits: 4, failures: 1 },
    { visits: 10, failures: 3 },
  ]
  let sum = { visits: 0, failures: 0 }
  for (const [index, reading] of readings.entries())
    sum = addIncrease(sum, readings[index - 1] ?? reading, reading)
  expect(sum).toEqual({ visits: 9, failures: 2 })
})

const LAST = { since: '2026-11-01T12:00:00.000Z', visits: 50, failures: 9 }

test.each([
  ['more visits', { visits: 51 }],
  ['more failures', { failures: 10 }],
  ['the same counts', {}],
  ['lower counts of later hours', { since: '2026-11-01T13:00:00.000Z', visits: 4, failures: 1 }],
])('a reading with %s is newer', (_, change) => {
  const next = { ...LAST, ...change }
  expect(newerReading(LAST, next)).toBe(next)
})

test.each([
  ['fewer visits', { visits: 49 }],
  ['fewer failures', { failures: 8 }],
  ['higher counts of earlier hours', { since: '2026-11-01T11:00:00.000Z', visits: 60 }],
])('a reading with %s is older', (_, change) => {
  expect(newerReading(LAST, { ...LAST, ...change })).toBe(LAST)
})
