import type { ReportedVitals } from '@inkproof/protocol/browser-reports'

export type Vital = keyof ReportedVitals
export type Rating = 'good' | 'fair' | 'poor'

/**
 * The upper limits of `good` and of `fair`, which Web Vitals calls “needs improvement” (https://web.dev/articles/defining-core-web-vitals-thresholds).
 * LCP and INP are in milliseconds.
 */
const THRESHOLDS: Readonly<Record<Vital, { good: number; fair: number }>> = {
  lcp: { good: 2500, fair: 4000 },
  inp: { good: 200, fair: 500 },
  cls: { good: 0.1, fair: 0.25 },
}

/** Rates a measurement of a visit. */
export function rateVital(vital: Vital, value: number): Rating {
  const { good, fair } = THRESHOLDS[vital]
  if (value <= good) return 'good'
  return value <= fair ? 'fair' : 'poor'
}
