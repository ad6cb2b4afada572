/** Reproducible random numbers. To repeat a run, set INKPROOF_SEED to the seed that it printed. */
export type Random = {
  seed: number
  /** Returns an integer from `from` up to but excluding `to`. */
  between(from: number, to: number): number
}

/** Creates a mulberry32 generator. */
export function createRandom(): Random {
  const seed = Number(process.env['INKPROOF_SEED'] ?? Date.now() % 2 ** 31)
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { seed, between: (from, to) => from + Math.floor(next() * (to - from)) }
}
