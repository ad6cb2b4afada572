/**
 * Numbers with a fixed number of decimal places. Each number then has one text, which is the value in the statement and what
 * the document shows: a decimal point, no separators of thousands, no zeros in front, and no minus before zero.
 */

/** Whether a decimal number has exactly so many places, and is in canonical form. */
export function hasPlaces(value: string, places: number): boolean {
  const match = CANONICAL.exec(value)
  return match !== null && (match[1] ?? '').length === places
}

const CANONICAL = /^(?!-0(?:\.0+)?$)-?(?:0|[1-9]\d{0,14})(?:\.(\d{1,6}))?$/
