import { expect, test } from '@jest/globals'
import { parseInterval, parsePort } from './numeric-options.ts'

test('an interval is 0, or at least a second and at most a day', () => {
  expect(['0', '1', '2.5', '86400'].map(parseInterval)).toEqual([0, 1, 2.5, 86400])
})

test.each(['abc', '5s', '', '-1', '0.5', '86401', 'Infinity', 'NaN', '1e9'])(
  'refuses the interval "%s"',
  (text) => {
    expect(() => parseInterval(text)).toThrow(
      `--every takes seconds, 0 or 1 to 86400, not "${text}"`,
    )
  },
)

test('a port is a number up to 65535; 0 selects a free one', () => {
  expect(['0', '8081', '65535'].map(parsePort)).toEqual([0, 8081, 65535])
})

test.each(['abc', '80a', '', '-1', '65536', '80.5', 'NaN'])('refuses the port "%s"', (text) => {
  expect(() => parsePort(text)).toThrow(`--port takes a number from 0 to 65535, not "${text}"`)
})
