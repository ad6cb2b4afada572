/** A number as people read it: three digits that matter, thousands apart. */
export function readable(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}
