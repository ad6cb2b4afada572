/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { PartCounts } from '@inkproof/protocol/browser-reports'
import { serve } from '@inkproof/slice/testing/serve'
import { expect, test } from '@jest/globals'
import { fetchReports, goodPercent, reportsOf } from './reports.ts'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare function visit(url: string): void

const NONE = { good: 0, fair: 0, poor: 0 }
const counts = (name: string, version: string, visits: number): PartCounts => ({
  ...{ package: name, version, visits, failures: 0, errors: 0, violations: 0 },
  vitals: { lcp: NONE, inp: NONE, cls: NONE },
})
const SINCE = '2026-11-01T12:00:00.000Z'

test('separates the live version of a part from others, the most visited first', () => {
  const [live, old, older] = [
    counts('mfe-x', '3', 1),
    counts('mfe-x', '2', 8),
    counts('mfe-x', '1', 9),
  ]
  const parts = [live, old, older, counts('mfe-x', '0', 0), counts('mfe-y', '3', 5)]
  expect(reportsOf({ since: SINCE, parts }, { package: 'mfe-x', version: '3' })).toEqual({
    live,
    others: [older, old],
  })
  expect(reportsOf({ since: SINCE, parts: [] }, { package: 'mfe-x', version: '3' })).toEqual({
    live: undefined,
    others: [],
  })
})

test.each([
  [{ good: 3, fair: 1, poor: 0 }, 75],
  [{ good: 999, fair: 0, poor: 1 }, 99],
  [{ good: 5, fair: 0, poor: 0 }, 100],
  [{ good: 0, fair: 0, poor: 2 }, 0],
  [NONE, null],
])('of %j, the good percentage is %s', (ratings, percent) => {
  expect(goodPercent(ratings)).toBe(percent)
})

test.each([
  ['an error', { status: 503 }],
  ['a response of another form', { body: { parts: [] } }],
])('fetching fails for %s', async (_, response) => {
  const server = await serve(() => response)
  visit(server.origin)
  await expect(fetchReports()).rejects.toThrow()
  await server.stop()
})
