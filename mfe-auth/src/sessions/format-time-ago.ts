import { t } from '@inkproof/texts/text'

const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', 24 * 60 * 60 * 1_000],
  ['hour', 60 * 60 * 1_000],
  ['minute', 60 * 1_000],
]

const FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** Formats how long ago a time was, in the largest unit: `2 hours ago`, `yesterday`, `just now`. */
export function formatTimeAgo(at: string, now = Date.now()): string {
  const elapsedMs = now - Date.parse(at)
  for (const [unit, ms] of UNITS) {
    if (elapsedMs >= ms) return FORMAT.format(-Math.floor(elapsedMs / ms), unit)
  }
  return t('just now')
}
