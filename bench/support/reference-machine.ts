import { formatNumber } from './numbers.ts'

/**
 * The peers' figures on the machine for which the time and speed targets were set. On another machine, a target is
 * scaled by the same peer's figure in the current run.
 */
const REFERENCE_FIGURES = {
  'merkletreejs path, µs': 19,
  'merkletreejs tree, ms': 1400,
  'OpenZeppelin proof, µs': 250,
  'hash-wasm default stream, MB/s': 255,
} as const

export type Reference = { peer: keyof typeof REFERENCE_FIGURES; measured: number }

/** A time or speed target: an upper or a lower limit. */
export type Target = { atMost: number } | { atLeast: number }

/**
 * Determines whether our figure meets the target, both absolutely and scaled by the peer's figure; `note` explains
 * the scaled target.
 */
export function judge(
  ours: number,
  target: Target,
  reference: Reference,
): { isMet: boolean; isMetByRatio: boolean; note: string } {
  const scaledLimit = limitOf(target) * (reference.measured / REFERENCE_FIGURES[reference.peer])
  const meets = (limit: number) => ('atMost' in target ? ours <= limit : ours >= limit)
  return {
    isMet: meets(limitOf(target)),
    isMetByRatio: meets(scaledLimit),
    note: explainScaledLimit(scaledLimit, reference),
  }
}

function limitOf(target: Target): number {
  return 'atMost' in target ? target.atMost : target.atLeast
}

function explainScaledLimit(scaledLimit: number, { peer, measured }: Reference): string {
  return `The target was set on a machine where the figure of “${peer}” was ${REFERENCE_FIGURES[peer]}. In this run it was ${formatNumber(measured)}, so the scaled target is ${formatNumber(scaledLimit)}.`
}
