const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const

const DATE = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

const NUMBER = new Intl.NumberFormat('en-US')

/** US English long date with hour and minute, in the reader's time zone (specification §9). */
export function formatDate(date: Date | string | number): string {
  return DATE.format(new Date(date))
}

/** A time that is evidence: `21 Nov 2026 at 16:52:13 UTC`, the same for every reader. */
export function formatUtc(date: Date | string | number): string {
  const [, day, month, year, time] = new Date(date).toUTCString().split(' ')
  return `${day} ${month} ${year} at ${time} UTC`
}

/**
 * What the reader's own clock said then, with its zone: `November 21, 2026 at 5:52 PM GMT+1`. Null where
 * that is UTC itself. `timeZone` instead of the reader's own.
 */
export function formatLocal(date: Date | string | number, timeZone?: string): string | null {
  const at = new Date(date)
  const there = timeZone === undefined ? {} : { timeZone }
  const [time, zone] = [
    new Intl.DateTimeFormat('en-US', { ...there, dateStyle: 'long', timeStyle: 'short' }).format(
      at,
    ),
    new Intl.DateTimeFormat('en-US', { ...there, timeZoneName: 'short' })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value,
  ]
  return zone === 'UTC' || zone === 'GMT' ? null : `${time} ${zone}`
}

/** A file's size: base 1024, up to two decimals, trailing zeros dropped (specification §9). */
export function formatBytes(bytes: number): string {
  if (bytes <= 0) return '0 Bytes'
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${UNITS[power]}`
}

/** Bytes per second as a file size per second. */
export function formatSpeed(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`
}

/** A whole number with thousands separators; takes the log's bigint indexes too. */
export function formatCount(count: number | bigint): string {
  return NUMBER.format(count)
}

/** "12 s", "3 min 5 s", "2 h 10 min": the two largest units. */
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

/** An e-mail over 20 characters is cut to 17 plus an ellipsis (specification §2 and §9). */
export function truncateEmail(email: string): string {
  return email.length > 20 ? `${email.slice(0, 17)}...` : email
}

/** A wallet address by its first 6 and last 4 characters (specification §9). */
export function shortenAddress(address: string): string {
  return address.length > 10 ? `${address.slice(0, 6)}...${address.slice(-4)}` : address
}

/** The first two letters of the display name, in capitals (specification §2). */
export function initials(displayName: string): string {
  return [...displayName.trim()].slice(0, 2).join('').toUpperCase()
}

/** Hexadecimal in groups for the eye: `groups('a1b2c3d4e5', 4)` gives `['a1b2', 'c3d4', 'e5']`. */
export function groups(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, group) =>
    text.slice(group * size, (group + 1) * size),
  )
}
