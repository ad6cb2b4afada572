const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/**
 * Formats a time used as evidence: `November 21, 2026 at 04:52 PM UTC`. Every reader sees the same text, because this
 * does not use `Intl`, whose spaces and words differ between browsers. Throws `RangeError` for an invalid date.
 *
 * In a separate file, because the Home page bundles the other formats but does not need this one.
 */
export function formatUtc(date: Date | string | number): string {
  const utc = new Date(date)
  if (Number.isNaN(utc.getTime())) throw new RangeError(`Invalid date: ${date}`)
  const hour = utc.getUTCHours()
  const time = `${padTwo(hour % 12 || 12)}:${padTwo(utc.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`
  return `${MONTHS[utc.getUTCMonth()]} ${utc.getUTCDate()}, ${utc.getUTCFullYear()} at ${time} UTC`
}

function padTwo(value: number): string {
  return String(value).padStart(2, '0')
}
