const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const

const DATE_FORMAT = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const

let dateFormat: Intl.DateTimeFormat | undefined

/** Formats a US English long date with hour and minute, in the user's time zone (specification §9). */
export function formatDate(date: Date | string | number): string {
  // Created on first use: the first formatter of a process takes 20 ms of CPU time, and verification needs none.
  dateFormat ??= new Intl.DateTimeFormat('en-US', DATE_FORMAT)
  return dateFormat.format(new Date(date))
}

/**
 * Formats a time used as evidence in the user's time zone: `November 21, 2026 at 05:52 PM GMT+1`. Returns null if the
 * zone is called UTC or GMT. `timeZone` overrides the user's time zone.
 */
export function formatLocal(date: Date | string | number, timeZone?: string): string | null {
  const zoned = timeZone === undefined ? {} : { timeZone }
  const parts = new Intl.DateTimeFormat('en-US', {
    ...DATE_FORMAT,
    ...zoned,
    timeZoneName: 'short',
  }).formatToParts(new Date(date))
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value
  return zone === 'UTC' || zone === 'GMT' ? null : parts.map(({ value }) => value).join('')
}

/** Formats a day without a time: `2026-11-21` as `November 21, 2026`, independent of the time zone. */
export function formatDay(day: string): string {
  const { year, month, day: dayFormat } = DATE_FORMAT
  const format = { year, month, day: dayFormat, timeZone: 'UTC' }
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', format)
}

/** Returns the name of a country by its ISO 3166 code. An unknown code is returned unchanged. */
export function formatRegion(code: string): string {
  // Not at module level, where every page would bundle and run this code.
  return new Intl.DisplayNames(['en-US'], { type: 'region' }).of(code) ?? code
}

/** Formats a file's size: base 1024, up to two decimals, trailing zeros dropped (specification §9). */
export function formatBytes(bytes: number): string {
  if (bytes <= 0) return '0 Bytes'
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${UNITS[power]}`
}

/** Formats a speed as a file size per second. */
export function formatSpeed(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`
}

/** Formats a whole number with thousands separators. Accepts the log's bigint indexes. */
export function formatCount(count: number | bigint): string {
  return count.toLocaleString('en-US')
}

/** Formats a duration with at most two units: "12 s", "3 min 5 s", "2 h 10 min". */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return joinUnits(`${minutes} min`, seconds % 60, 's')
  return joinUnits(`${Math.floor(minutes / 60)} h`, minutes % 60, 'min')
}

function joinUnits(large: string, rest: number, unit: string): string {
  return rest === 0 ? large : `${large} ${rest} ${unit}`
}
