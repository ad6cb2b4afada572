const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

const MINUTE_MS = 60_000

/** Options of {@link formatDateTime}. */
export type DateTimeOptions = {
  /** `local` (default) is the reader's time zone. UTC is always named. */
  zone?: 'local' | 'UTC'
  /** Names the reader's time zone by its offset, for example `GMT+1`; an offset of zero is `UTC`. */
  showZone?: boolean
  /** The current time. If given, a time on the same day is formatted as `today, 11:02 AM`. */
  now?: Date | string | number
}

/**
 * Formats a US English long date with hour and minute (specification §9): `November 22, 2026 at 10:39 AM`. Every
 * browser gives the same text, because this does not use `Intl`, whose spaces and words differ between browsers and
 * which takes 20 ms to load. Throws `RangeError` for an invalid date.
 */
export function formatDateTime(
  date: Date | string | number,
  { zone = 'local', showZone = zone === 'UTC', now }: DateTimeOptions = {},
): string {
  const { day, time, offset } = formatParts(date, zone)
  const isToday = now !== undefined && formatParts(now, zone).day === day
  return `${isToday ? 'today, ' : `${day} at `}${time}${showZone ? ` ${offset}` : ''}`
}

/** Formats a day without a time: `2026-11-21` as `November 21, 2026`, independent of the time zone. */
export function formatDay(day: string): string {
  return formatParts(`${day}T00:00:00Z`, 'UTC').day
}

type Parts = { day: string; time: string; offset: string }

function formatParts(value: Date | string | number, zone: 'local' | 'UTC'): Parts {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) throw new RangeError(`Invalid date: ${value}`)
  const offsetMinutes = zone === 'UTC' ? 0 : -date.getTimezoneOffset()
  const shifted = new Date(date.getTime() + offsetMinutes * MINUTE_MS)
  const hour = shifted.getUTCHours()
  return {
    day: `${MONTHS[shifted.getUTCMonth()]} ${shifted.getUTCDate()}, ${shifted.getUTCFullYear()}`,
    time: `${padTwo(hour % 12 || 12)}:${padTwo(shifted.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`,
    offset: formatOffset(offsetMinutes),
  }
}

function formatOffset(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'UTC'
  const total = Math.abs(offsetMinutes)
  const minutes = total % 60
  const sign = offsetMinutes < 0 ? '-' : '+'
  return `GMT${sign}${Math.floor(total / 60)}${minutes === 0 ? '' : `:${padTwo(minutes)}`}`
}

function padTwo(value: number): string {
  return String(value).padStart(2, '0')
}
