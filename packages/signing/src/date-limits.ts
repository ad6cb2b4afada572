/** The first and the last day that a date field allows. */
import { SIGNING_DAY, type Validation } from './validation.ts'

/** The days on which somebody signs, `YYYY-MM-DD`: it is not always known on which of them. */
export type SigningDays = { first: string; last: string }

/** Returns the days that it is in some time zone, from UTC−12 to UTC+14: a statement has no time zone. */
export function signingDaysAt(time: Date): SigningDays {
  return { first: dayAfter(time, -12), last: dayAfter(time, 14) }
}

/**
 * Returns the limits as days. A limit that is the day of signing is missing if `signing` is; if the day of signing is not
 * certain, it is the one that allows more.
 */
export function dateLimits(
  { earliest, latest }: Pick<Validation, 'earliest' | 'latest'>,
  signing?: SigningDays,
): { earliest?: string | undefined; latest?: string | undefined } {
  return {
    earliest: earliest === SIGNING_DAY ? signing?.first : earliest,
    latest: latest === SIGNING_DAY ? signing?.last : latest,
  }
}

/** Whether a text has the form `YYYY-MM-DD` and is a day that exists: 30 February is none. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

function dayAfter(time: Date, hours: number): string {
  return new Date(time.getTime() + hours * HOUR_MS).toISOString().slice(0, 10)
}

const HOUR_MS = 3_600_000
