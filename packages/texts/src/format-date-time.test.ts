import { execFileSync } from 'node:child_process'
import { expect, test } from '@jest/globals'
import { formatDateTime, formatDay } from './format-date-time.ts'
import { formatUtc } from './format-utc.ts'

test('formats a time used as evidence in UTC, regardless of the reader’s time zone', () => {
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

test('formats a time in the reader’s time zone, named by its offset, without `Intl`', () => {
  expect(formatInZones('2026-11-21T16:52:13Z', { showZone: true })).toEqual({
    'Europe/Paris': 'November 21, 2026 at 05:52 PM GMT+1',
    'Asia/Kolkata': 'November 21, 2026 at 10:22 PM GMT+5:30',
    'America/Los_Angeles': 'November 21, 2026 at 08:52 AM GMT-8',
    'Pacific/Auckland': 'November 22, 2026 at 05:52 AM GMT+13',
    'Europe/London': 'November 21, 2026 at 04:52 PM UTC',
  })
})

test('formats a date as a US English long date with hour and minute', () => {
  expect(formatDateTime(new Date(2026, 10, 21, 10, 4))).toBe('November 21, 2026 at 10:04 AM')
})

test('formats a time of the current day as today, by the day of the zone shown', () => {
  const at = '2026-11-21T23:30:00Z'
  const now = '2026-11-22T00:15:00Z'
  expect(formatDateTime(at, { zone: 'UTC', now })).toBe('November 21, 2026 at 11:30 PM UTC')
  expect(formatDateTime(now, { zone: 'UTC', now })).toBe('today, 12:15 AM UTC')
  expect(formatInZones(at, { now })).toMatchObject({
    'Europe/Paris': 'today, 12:30 AM',
    'Europe/London': 'November 21, 2026 at 11:30 PM',
  })
})

test('formats a day without a time zone', () => {
  expect(formatDay('2026-11-21')).toBe('November 21, 2026')
})

test('rejects an invalid date instead of showing it', () => {
  expect(() => formatUtc('yesterday')).toThrow(RangeError)
  expect(() => formatDay('soon')).toThrow(RangeError)
})

/** Formats a time in processes' time zones; a process can change its own zone, a test cannot. `Intl` is removed. */
function formatInZones(at: string, options: object): Record<string, string> {
  const script = `
    import { formatDateTime } from ${JSON.stringify(new URL('./format-date-time.ts', import.meta.url).href)}
    delete globalThis.Intl
    const zones = ['Europe/Paris', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Auckland', 'Europe/London']
    console.log(JSON.stringify(Object.fromEntries(zones.map((zone) => {
      process.env.TZ = zone
      return [zone, formatDateTime(${JSON.stringify(at)}, ${JSON.stringify(options)})]
    }))))`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}
