import { countSteps } from '../pdf/count-steps.ts'
import { catalogOf, type PdfDocument } from '../pdf/document.ts'
import { isType, type PdfDict, type PdfValue, TooLargeError } from '../pdf/values.ts'
import { hasParent } from './parents.ts'

/** A page with what it inherits (ISO 32000-2, 7.7.3.4). */
export type Page = {
  /** The object number, or the position in the tree of a page that is not an indirect object. */
  id: string
  dict: PdfDict
  /** Whether `/Parent` of the page and of all its ancestors is the node that lists it. */
  isPlaced: boolean
  annotations: { id: string; value: PdfValue }[]
}

/** The node that lists a page or a node, and what it passes on. */
type Above = { parent: PdfValue; isPlaced: boolean; attributes: Map<string, PdfValue> }

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']
const MAX_PAGES = 100_000
const MAX_DEPTH = 64

/** The pages in the order in which a reader shows them. */
export function readPages(document: PdfDocument): Page[] {
  const pages: Page[] = []
  const path = new Set<PdfDict>()
  const count = countSteps('pages')
  visit(
    catalogOf(document).entries.get('Pages'),
    { parent: null, isPlaced: true, attributes: new Map() },
    'pages',
  )
  return pages

  function visit(value: PdfValue | undefined, above: Above, place: string): void {
    count(1)
    const dict = document.resolve(value)
    if (!isType(dict, 'dict') || path.has(dict)) return
    if (pages.length > MAX_PAGES || path.size > MAX_DEPTH) throw new TooLargeError('Too many pages')
    const own = INHERITED.flatMap((key) => {
      const item = dict.entries.get(key)
      return item === undefined ? [] : [[key, item] as const]
    })
    const attributes = new Map([...above.attributes, ...own])
    const isPlaced = above.isPlaced && hasParent(dict, above.parent)
    if (!dict.entries.has('Kids')) {
      const id = isType(value, 'ref') ? `${value.number}` : place
      const complete = { ...dict, entries: new Map([...dict.entries, ...attributes]) }
      const annotations = readAnnotations(document, id, dict)
      count(annotations.length)
      pages.push({ id, dict: complete, isPlaced, annotations })
      return
    }
    path.add(dict)
    document.getItems(dict, 'Kids').forEach((kid, index) => {
      visit(kid, { parent: value ?? null, isPlaced, attributes }, `${place}/${index}`)
    })
    path.delete(dict)
  }
}

function readAnnotations(document: PdfDocument, page: string, dict: PdfDict): Page['annotations'] {
  return document.getItems(dict, 'Annots').map((value, index) => ({
    id: isType(value, 'ref') ? `${value.number}` : `${page}/${index}`,
    value,
  }))
}
