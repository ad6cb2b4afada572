import type { CanaryLimits } from './canary-decision.ts'

/** How a canary is run. */
export type CanarySettings = CanaryLimits & {
  /** The share of visitors who get the version, in percent. */
  percent: number
  durationMs: number
}

/** The options of the command, as text. */
export type CanaryOptions = {
  canary: string
  for?: string | undefined
  threshold?: string | undefined
  'min-failures'?: string | undefined
  'min-visits'?: string | undefined
}

const MAX_PERCENT = 50
const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }
const MAX_DURATION_MS = 24 * 3_600_000

/**
 * Parses the options of a canary.
 *
 * @throws Error that names the option and what it takes
 */
export function parseCanaryOptions({
  canary,
  for: duration = '30m',
  threshold = '2',
  'min-failures': minFailures = '3',
  'min-visits': minVisits = '20',
}: CanaryOptions): CanarySettings {
  return {
    percent: parseInteger('canary', canary, MAX_PERCENT),
    durationMs: parseDuration(duration),
    thresholdPercent: parsePercent(threshold),
    minFailures: parseInteger('min-failures', minFailures, 1_000_000),
    minVisits: parseInteger('min-visits', minVisits, 1_000_000),
  }
}

function parseInteger(option: string, text: string, max: number): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= max) return value
  throw new Error(`--${option} takes a number from 1 to ${max}, not "${text}"`)
}

function parsePercent(text: string): number {
  const value = /^\d{1,2}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (value >= 0) return value
  throw new Error(`--threshold takes a percentage from 0 to below 100, not "${text}"`)
}

function parseDuration(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? []
  const durationMs = Number(number) * (UNITS_MS[unit] ?? 0)
  if (durationMs > 0 && durationMs <= MAX_DURATION_MS) return durationMs
  throw new Error(`--for takes a duration up to 24h, such as 90s, 30m or 2h, not "${text}"`)
}
