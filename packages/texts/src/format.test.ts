import { expect, test } from '@jest/globals'
import { formatBytes, formatCount, formatDuration, formatSpeed } from './format.ts'

test.each([
  [0, '0 Bytes'],
  [1, '1 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1234567, '1.18 MB'],
  [2 * 1024 ** 3, '2 GB'],
  [5.25 * 1024 ** 4, '5.25 TB'],
  [3 * 1024 ** 5, '3072 TB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('formats a speed as a size per second', () => {
  expect(formatSpeed(412.5 * 1024 ** 2)).toBe('412.5 MB/s')
})

test('separates thousands, even in a bigint beyond the safe integers', () => {
  expect(formatCount(1204)).toBe('1,204')
  expect(formatCount(2n ** 64n - 1n)).toBe('18,446,744,073,709,551,615')
})

test.each([
  [-5, '0 s'],
  [12_400, '12 s'],
  [60_000, '1 min'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
])('formats %d ms as %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
})
