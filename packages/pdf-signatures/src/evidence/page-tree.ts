/**
 * Checks that all readers find the same pages with the same size and rotation. Some go from the root to the pages, through
 * `/Kids`, and some from a page to its ancestors, through `/Parent`: pdf.js finds pages in the one way, and what they inherit in
 * the other. A field would be shown elsewhere in one of them.
 */
import { rectangleOf } from '../changes/visible-fields.ts'
import { countSteps } from '../pdf/count-steps.ts'
import { catalogOf, type PdfDocument } from '../pdf/document.ts'
import { isName, isType, type PdfDict, type PdfValue, TooLargeError } from '../pdf/values.ts'

export type PageTree = {
  /** Whether each node is what its type says, and has what a node has and no more. */
  isPlain: boolean
  /** For each page, whether all readers show the same part of it, and turn it in the same way. */
  pages: boolean[]
}

type Attributes = ReadonlyMap<string, PdfValue>

const BOXES = ['MediaBox', 'CropBox']
const INHERITED = [...BOXES, 'Rotate']
/** What belongs to a page. Some readers let pages inherit it from a node. */
const OF_PAGES = ['Annots', 'Contents', 'AA']
const MAX_DEPTH = 64
const MAX_PAGES = 100_000

/** Reads the tree of pages (ISO 32000-2, 7.7.3). */
export function readPageTree(document: PdfDocument): PageTree {
  const tree: PageTree = { isPlain: true, pages: [] }
  const path = new Set<PdfDict>()
  const count = countSteps('pages')
  tree.isPlain = visit(catalogOf(document).entries.get('Pages'), new Map()) && tree.isPlain
  return tree

  /** Returns whether the value is a node or a page. */
  function visit(value: PdfValue | undefined, above: Attributes): boolean {
    count(1)
    const dict = document.resolve(value)
    if (!isType(dict, 'dict') || path.has(dict)) return false
    if (tree.pages.length > MAX_PAGES || path.size > MAX_DEPTH)
      throw new TooLargeError('Too many pages')
    const isNode = dict.entries.has('Kids')
    if (!hasType(dict, isNode ? 'Pages' : 'Page', document)) tree.isPlain = false
    const attributes = new Map([...above, ...ownAttributes(dict)])
    if (isNode) visitKids(dict, attributes)
    else tree.pages.push(isShownAlike(dict, attributes, document))
    return true
  }

  function visitKids(dict: PdfDict, attributes: Attributes): void {
    const before = tree.pages.length
    path.add(dict)
    const kids = document.get(dict, 'Kids')
    const found = isType(kids, 'array') ? kids.items.map((kid) => visit(kid, attributes)) : [false]
    path.delete(dict)
    // Readers skip the nodes before a page by their count.
    const hasCount = document.get(dict, 'Count') === tree.pages.length - before
    const hasMore = OF_PAGES.some((key) => dict.entries.has(key))
    if (!found.every(Boolean) || !hasCount || hasMore) tree.isPlain = false
  }
}

/** Whether a dictionary is of this type, or says nothing about it. */
function hasType(dict: PdfDict, wanted: string, document: PdfDocument): boolean {
  const type = document.get(dict, 'Type')
  return !dict.hasDuplicates && (type === null || isName(type, wanted))
}

function ownAttributes({ entries }: PdfDict): [string, PdfValue][] {
  return INHERITED.flatMap((key): [string, PdfValue][] => {
    const value = entries.get(key)
    return value === undefined ? [] : [[key, value]]
  })
}

/** @param attributes of the page, and of the nodes that lead to it */
function isShownAlike(page: PdfDict, attributes: Attributes, document: PdfDocument): boolean {
  const [first, second] = [attributes, throughParents(page, document)].map((found) => {
    const dict = { ...page, entries: new Map(found) }
    return {
      boxes: BOXES.map((key) => rectangleOf(dict, key, document)?.join(' ')).join(),
      turn: turnOf(document.get(dict, 'Rotate')),
    }
  })
  return first !== undefined && first.boxes === second?.boxes && first.turn === second.turn
}

/** What a page inherits from the nodes that `/Parent` leads to. */
function throughParents(page: PdfDict, document: PdfDocument): Attributes {
  const found = new Map<string, PdfValue>()
  const known = new Set<PdfDict>()
  let node: PdfValue = page
  while (isType(node, 'dict') && !known.has(node)) {
    if (known.size > MAX_DEPTH) throw new TooLargeError('Too many ancestors')
    known.add(node)
    for (const [key, value] of ownAttributes(node)) if (!found.has(key)) found.set(key, value)
    node = document.get(node, 'Parent')
  }
  return found
}

/** The rotation in degrees. Readers treat what is not a multiple of 90 each in their own way: NaN, which equals nothing. */
function turnOf(value: PdfValue): number {
  if (value === null) return 0
  return typeof value === 'number' && value % 90 === 0 ? ((value % 360) + 360) % 360 : Number.NaN
}
