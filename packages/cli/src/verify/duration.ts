import { UsageError } from './usage-error.ts'

const UNITS_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses a duration such as `90s`, `30m`, `24h` or `7d` to milliseconds. @throws UsageError */
export function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const unitMs = UNITS_MS[unit]
  if (unitMs === undefined)
    throw new UsageError(`--max-age must be a duration such as 30m, 24h or 7d, not "${text}".`)
  return Number(count) * unitMs
}
