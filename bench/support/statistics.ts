/** The middle one, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('no value was measured')
  return (low + high) / 2
}

/** The median and the least of some runs. */
export type Summary = { median: number; least: number }

export function summaryOf(values: readonly number[]): Summary {
  return { median: median(values), least: Math.min(...values) }
}
