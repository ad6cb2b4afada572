import { BrowserReport } from '@inkproof/protocol/browser-reports'
import { expect, test } from '@jest/globals'
import { createCollector } from './collector.ts'

const CONTENT = { package: 'mfe-content', version: '0.1.0-c' }
const NOTHING = { ...CONTENT, visits: 0, failures: 0, errors: 0, violations: 0 }

test('counts the visit of a part once, however often it is loaded and reported', () => {
  const collector = createCollector()
  collector.load(CONTENT)
  collector.load(CONTENT)
  expect(collector.take()).toEqual([{ ...NOTHING, visits: 1 }])
  collector.load(CONTENT)
  expect(collector.take()).toEqual([])
})

test('a part that fails before it is loaded has been visited', () => {
  const collector = createCollector()
  collector.count(CONTENT, 'failures')
  expect(collector.take()).toEqual([{ ...NOTHING, visits: 1, failures: 1 }])
})

test('reports only what has been added since the previous report', () => {
  const collector = createCollector()
  collector.count(CONTENT, 'errors')
  collector.take()
  collector.count(CONTENT, 'errors')
  collector.count(CONTENT, 'violations')
  expect(collector.take()).toEqual([{ ...NOTHING, errors: 1, violations: 1 }])
})

test('a visit has at most one failure, ten errors and ten violations of a part', () => {
  const collector = createCollector()
  const count = (what: 'failures' | 'errors' | 'violations') =>
    Array.from({ length: 12 }, () => collector.count(CONTENT, what)).filter(Boolean).length
  expect([count('failures'), count('errors'), count('violations')]).toEqual([1, 10, 10])
  collector.take()
  expect([count('failures'), count('errors'), count('violations')]).toEqual([0, 0, 0])
  expect(collector.take()).toEqual([])
})

test('reports each measurement once, and counts versions of a part separately', () => {
  const collector = createCollector()
  const next = { ...CONTENT, version: '0.1.0-d' }
  collector.measure(CONTENT, 'lcp', 900)
  collector.measure(CONTENT, 'lcp', 1800)
  collector.measure(next, 'cls', 0)
  const parts = collector.take()
  expect(parts).toEqual([
    { ...NOTHING, visits: 1, vitals: { lcp: 900 } },
    { ...NOTHING, ...next, visits: 1, vitals: { cls: 0 } },
  ])
  expect(BrowserReport.parse({ parts })).toEqual({ parts })
  collector.measure(CONTENT, 'lcp', 2700)
  collector.measure(CONTENT, 'inp', 40)
  expect(collector.take()).toEqual([{ ...NOTHING, vitals: { inp: 40 } }])
})
