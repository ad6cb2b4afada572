import { expect, test } from '@jest/globals'
import {
  formatBytes,
  formatCount,
  formatDate,
  formatDay,
  formatDuration,
  formatLocal,
  formatSpeed,
} from './format.ts'
import { formatUtc } from './format-utc.ts'

test('formats a date as a US English long date with hour and minute', () => {
  expect(formatDate(new Date(2026, 10, 21, 10, 4))).toMatch(/^November 21, 2026 at 10:04\sAM$/)
})

test('formats a time used as evidence in UTC, regardless of the user’s time zone', () => {
  expect(formatUtc('2026-11-21T17:52:13+01:00')).toBe('November 21, 2026 at 04:52 PM UTC')
})

test('formats each month and hour in UTC as `Intl` does', () => {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: 'UTC',
  })
  for (let index = 0; index < 12 * 24; index++) {
    const date = new Date(Date.UTC(2025, index % 12, (index % 31) + 1, index % 24, index % 60))
    expect(formatUtc(date)).toBe(`${format.format(date).replace(/\s/g, ' ')} UTC`)
  }
})

test('rejects an invalid date instead of showing it', () => {
  expect(() => formatUtc('yesterday')).toThrow(RangeError)
})

test('formats a time in the user’s time zone, and returns null if that is UTC', () => {
  const time = '2026-11-21T16:52:13Z'
  expect(formatLocal(time, 'Europe/Paris')).toMatch(/^November 21, 2026 at 05:52\sPM GMT\+1$/)
  expect(formatLocal(time, 'UTC')).toBeNull()
})

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

test('formats a day without a time zone', () => {
  expect(formatDay('2026-11-21')).toBe('November 21, 2026')
})
