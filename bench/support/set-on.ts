import { readable } from './numbers.ts'

/**
 * The figures that the peers had where the targets of time were set; the target as a ratio is to
 * the same peer in the same run.
 */
const SET_ON = {
  'merkletreejs path, µs': 19,
  'merkletreejs tree, ms': 1400,
  'OpenZeppelin proof, µs': 250,
  'hash-wasm default stream, MB/s': 255,
} as const

export type Reference = { peer: keyof typeof SET_ON; measured: number }

/** A target in units of time: a limit that ours has to stay below, or a floor to stay above. */
export type Target = { atMost: number } | { atLeast: number }

/** Whether ours meets the target as it stands and as it is here, by how the peer does; and the words for a note. */
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
