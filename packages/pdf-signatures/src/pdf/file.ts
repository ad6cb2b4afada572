import type { Budget } from './parser.ts'
import { type Revision, readRevisions } from './revisions.ts'
import type { PdfValue } from './values.ts'

/** A file whose revisions could be read. `size` is how many of its bytes they fill, white space at the end included. */
export type PdfFile = {
  bytes: Uint8Array
  size: number
  revisions: Revision[]
  budget: Budget
  /** How many more pairs of values may be compared. */
  comparisons: { left: number }
  objects: Map<number, { value: PdfValue; end: number }>
  containers: Map<string, PdfValue[]>
}

/** How many values are read from one file, and how many pairs of them are compared. */
export const MAX_VALUES = 5_000_000
const MAX_COMPARISONS = 10_000_000

/** Reads the revisions of the first `size` bytes, and throws an `UnreadableError` or `TooLargeError` if it cannot. */
export function openFile(bytes: Uint8Array, size: number, budget: Budget): PdfFile {
  const revisions = readRevisions(bytes, size, budget)
  const comparisons = { left: MAX_COMPARISONS }
  return { bytes, size, revisions, budget, comparisons, objects: new Map(), containers: new Map() }
}
