import { formatDateTime } from './format-date-time.ts'

/**
 * Formats a time used as evidence: `November 21, 2026 at 04:52 PM UTC`. Every reader sees the same text. Throws
 * `RangeError` for an invalid date.
 */
export function formatUtc(date: Date | string | number): string {
  return formatDateTime(date, { zone: 'UTC' })
}
