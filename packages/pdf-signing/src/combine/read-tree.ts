/** Reads name trees and number trees (ISO 32000-2, 7.9.6 and 7.9.7). */
import { type PDF, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { UnusablePdf } from '../errors.ts'
import { arrayOf, refKey, resolve } from '../pdf/objects.ts'

const MAX_NODES = 1_000_000

/**
 * Returns all pairs of key and value of a tree. Nodes that refer to an ancestor are skipped.
 *
 * @throws UnusablePdf `unreadable` for more than 1,000,000 nodes
 */
export function readTree(
  pdf: PDF,
  root: PdfDict | undefined,
  pairs: 'Names' | 'Nums',
): [key: PdfObject, value: PdfObject][] {
  const found: [PdfObject, PdfObject][] = []
  const seen = new Set<string>()
  const todo: PdfObject[] = root ? [root] : []
  for (let count = 0; todo.length > 0; count++) {
    if (count > MAX_NODES) throw new UnusablePdf('unreadable')
    const item = todo.pop() as PdfObject
    const key = item instanceof PdfRef ? refKey(item) : null
    if (key !== null && seen.has(key)) continue
    if (key !== null) seen.add(key)
    const node = resolve(pdf, item)
    if (!(node instanceof PdfDict)) continue
    todo.push(...itemsOf(pdf, node, 'Kids').reverse())
    found.push(...pairsOf(pdf, itemsOf(pdf, node, pairs)))
  }
  return found
}

function itemsOf(pdf: PDF, node: PdfDict, key: string): PdfObject[] {
  return [...(arrayOf(pdf, node, key) ?? [])]
}

function pairsOf(pdf: PDF, items: readonly PdfObject[]): [PdfObject, PdfObject][] {
  return items.flatMap((item, index) => {
    const key = index % 2 === 0 ? resolve(pdf, item) : undefined
    const value = items[index + 1]
    return key && value ? [[key, value]] : []
  })
}
