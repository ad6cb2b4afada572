import { dictOf, isType, type PdfDict, type PdfValue, TooLargeError } from '../pdf/values.ts'
import type { Comparison } from './comparison.ts'

/** A page or a field; `isPlaced` says whether its `/Parent` is the node whose `/Kids` lists it, or absent if there is none. */
type TreeNode = { dict: PdfDict; isPlaced: boolean }

const MAX_DEPTH = 64

/** Whether `/Parent` of a node is a reference to the node that lists it; `parent` is null for a node of the first level. */
export function hasParent(dict: PdfDict, parent: PdfValue): boolean {
  return isSameReference(parentOf(dict), parent)
}

/**
 * Whether `/Parent` is unchanged. Readers inherit through it (ISO 32000-2, 7.7.3.4 and 12.7.4.1), so that one that leads
 * out of the tree must lead to the same ancestors with the same entries as before.
 */
export function keepsParent(before: TreeNode, after: TreeNode, comparison: Comparison): boolean {
  if (!isSameReference(parentOf(before.dict), parentOf(after.dict))) return false
  return (before.isPlaced && after.isPlaced) || keepsAncestors(before.dict, after.dict, comparison)
}

function keepsAncestors(before: PdfDict, after: PdfDict, comparison: Comparison): boolean {
  const known = new Set<PdfDict>()
  let [old, current]: (PdfDict | null)[] = [before, after]
  while (old && current && !known.has(old)) {
    const [from, to] = [parentOf(old), parentOf(current)]
    if (!isSameReference(from, to)) return false
    if (known.size > MAX_DEPTH) throw new TooLargeError('Too many ancestors')
    known.add(old)
    old = dictOf(comparison.before.resolve(from))
    current = dictOf(comparison.after.resolve(to))
    if (old && current && comparison.changedKeys(old, current, INNER_KEYS).length > 0) return false
  }
  return (old === null) === (current === null)
}

function parentOf(dict: PdfDict): PdfValue {
  return dict.entries.get('Parent') ?? null
}

/** What a node does not inherit. */
const INNER_KEYS = ['Kids', 'Parent', 'Count']

/** Whether both are the same reference, or both are absent. A parent that is not a reference is equal to none. */
function isSameReference(first: PdfValue, second: PdfValue): boolean {
  if (!isType(first, 'ref') || !isType(second, 'ref')) return first === null && second === null
  return first.number === second.number && first.generation === second.generation
}
