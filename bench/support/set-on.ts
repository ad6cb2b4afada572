import { readable } from './numbers.ts'

/**
 * Figures of the peers on the machine where the time targets were set; as a ratio, a target refers
 * to the same peer in the same run.
 */
const SET_ON = {
  'merkletreejs path, µs': 19,
  'merkletreejs tree, ms': 1400,
  'OpenZeppelin proof, µs': 250,
  'hash-wasm default stream, MB/s': 255,
} as const

export type Reference = { peer: keyof typeof SET_ON; measured: number }

/** A target in units of time: an upper or a lower limit. */
export type Target = { atMost: number } | { atLeast: number }

/**
 * Determines whether our figure meets the target, both absolutely and scaled by the peer's figure;
 * also returns the wording for a note.
 */
export function judge(
  ours: number,
  target: Target,
  reference: Reference,
): { met: boolean; metByRatio: boolean; words: string } {
  const here = limitOf(target) * (reference.measured / SET_ON[reference.peer])
  const meets = (limit: number) => ('atMost' in target ? ours <= limit : ours >= limit)
  return { met: meets(limitOf(target)), metByRatio: meets(here), words: inWords(here, reference) }
}

function limitOf(target: Target): number {
  return 'atMost' in target ? target.atMost : target.atLeast
}

function inWords(here: number, { peer, measured }: Reference): string {
  return `The target was set where ${peer} were ${SET_ON[peer]}; in this run they were ${readable(measured)}, which makes the target ${readable(here)} here.`
}
