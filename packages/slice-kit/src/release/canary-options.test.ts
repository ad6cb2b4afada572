import { expect, test } from '@jest/globals'
import { parseCanaryOptions } from './canary-options.ts'

const OPTIONS = {
  ...{ canary: '10', for: '30m', threshold: '2' },
  ...{ 'min-failures': '3', 'min-visits': '20' },
}

test('parses the options of a canary, whose defaults are those of the README', () => {
  expect(parseCanaryOptions({ canary: '10' })).toEqual(parseCanaryOptions(OPTIONS))
  expect(parseCanaryOptions(OPTIONS)).toEqual({
    ...{ percent: 10, durationMs: 1_800_000 },
    ...{ thresholdPercent: 2, minFailures: 3, minVisits: 20 },
  })
})

test.each([
  ['90s', 90_000],
  ['2h', 7_200_000],
  ['24h', 86_400_000],
])('parses the duration %s', (text, durationMs) => {
  expect(parseCanaryOptions({ ...OPTIONS, for: text }).durationMs).toBe(durationMs)
})

test.each([
  ['canary', '0'],
  ['canary', '51'],
  ['canary', '2.5'],
  ['canary', ''],
  ['canary', 'mfe-documents'],
  ['for', '30'],
  ['for', '0m'],
  ['for', '25h'],
  ['for', '-5m'],
  ['threshold', '-1'],
  ['threshold', '100'],
  ['threshold', '2%'],
  ['min-failures', '0'],
  ['min-visits', '0'],
  ['min-visits', '1e3'],
])('refuses --%s %j', (option, text) => {
  const parse = () => parseCanaryOptions({ ...OPTIONS, [option]: text })
  expect(parse).toThrow(`--${option} takes`)
  expect(parse).toThrow(`not "${text}"`)
})
