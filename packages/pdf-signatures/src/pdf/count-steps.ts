import { TooLargeError } from './values.ts'

/** More than the nodes and items of the tree in any real file. */
const MAX_STEPS = 300_000

/**
 * Returns a function that counts the nodes and items that are visited in a tree, and throws a `TooLargeError` for more than
 * 300,000: with nodes that list each other several times, a small file can have a tree without an end.
 */
export function countSteps(what: string): (steps: number) => void {
  let left = MAX_STEPS
  return (steps) => {
    left -= steps
    if (left < 0) throw new TooLargeError(`Too many ${what}`)
  }
}
