/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('no value was measured')
  return (low + high) / 2
}

/** Returns a quantile of the values; a probability of 0.95 is the p95. */
export function quantile(values: readonly number[], probability: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * probability) - 1)]
  if (value === undefined) throw new Error('no value was measured')
  return value
}

/** The median and the minimum of several runs. */
export type Summary = { median: number; min: number }

export function summarize(values: readonly number[]): Summary {
  return { median: median(values), min: Math.min(...values) }
}
