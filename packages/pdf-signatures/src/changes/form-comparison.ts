import { isType, type PdfDict, type PdfValue } from '../pdf/values.ts'
import type { FieldNode } from '../signature-fields.ts'
import type { Comparison } from './comparison.ts'
import type { Finding } from './finding.ts'

const READ_ONLY = 1

export type Fields = Map<string, FieldNode>

/** `isIntact` says whether the signature in the field with this `id` is intact. */
export type FormComparison = {
  comparison: Comparison
  before: Fields
  after: Fields
  isIntact: (id: string) => boolean
  /** The new visible widgets of signatures that may be where they are. */
  wellPlaced: Set<PdfDict>
}

/** Whether the items of before are in the same order, and only new fields are added. */
export function keepsOrder(before: string[], after: string[], { before: old }: FormComparison) {
  const kept = after.filter((id) => old.has(id))
  return kept.length === before.length && kept.every((id, index) => id === before[index])
}

/** The `id` of each item of `/Fields` or, with the `id` of a parent, of its `/Kids`, as `readFields` gives them. */
export function idsOf(items: PdfValue[], parent?: string): string[] {
  return items.map((item, index) => {
    if (isType(item, 'ref')) return `${item.number}`
    return parent === undefined ? `#${index}` : `${parent}/${index}`
  })
}

/** Whether an integer differs from the earlier one only by bits that are set. */
export function addsBits(before: PdfValue, after: PdfValue, allowed = 3): boolean {
  const old = before ?? 0
  if (typeof old !== 'number' || typeof after !== 'number') return false
  return (old & ~after) === 0 && (after & ~old & ~allowed) === 0
}

/** Whether the flags did not change, or the field only became read-only, as signing software does with locked fields. */
export function keepsFlags(
  keys: string[],
  old: FieldNode,
  node: FieldNode,
  { comparison: { before, after } }: FormComparison,
): boolean {
  if (!keys.includes('Ff')) return true
  return addsBits(before.get(old.dict, 'Ff'), after.get(node.dict, 'Ff'), READ_ONLY)
}

/** The kind of a change of these keys of a field that is not permitted. */
export function kindOf(keys: string[]): Finding['kind'] {
  return keys.every((key) => key === 'AP' || key === 'AS') ? 'appearance-changed' : 'form-changed'
}
