import type { SigningDays } from '@inkproof/signing/date-limits'

/** Returns the day in the time zone of this browser, `YYYY-MM-DD`. */
export function dayOf(time: Date): string {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** The day of signing, if the person signs now. */
export function signingToday(): SigningDays {
  const today = dayOf(new Date())
  return { first: today, last: today }
}
