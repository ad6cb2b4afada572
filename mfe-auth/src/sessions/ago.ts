import { t } from '@inkproof/texts/text'

const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', 24 * 60 * 60 * 1_000],
  ['hour', 60 * 60 * 1_000],
  ['minute', 60 * 1_000],
]

const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** Formats how long ago a time was, in the largest unit: `2 hours ago`, `yesterday`, `just now`. */
export function ago(at: string, now = Date.now()): string {
  const past = now - Date.parse(at)
  for (const [unit, ms] of UNITS) {
    if (past >= ms) return WORDS.format(-Math.floor(past / ms), unit)
  }
  return t('just now')
}
