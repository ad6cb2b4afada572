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

/** The limit as it is on this machine, by how the peer does here. */
export function limitHere(limit: number, { peer, measured }: Reference): number {
  return (limit * measured) / SET_ON[peer]
}

/** Says so, for the note of a row. */
export function ratioInWords(limit: number, reference: Reference): string {
  const { peer, measured } = reference
  return `The target was set where ${peer} were ${SET_ON[peer]}; in this run they were ${readable(measured)}, which makes the target ${readable(limitHere(limit, reference))} here.`
}
