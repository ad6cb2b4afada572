const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const

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
