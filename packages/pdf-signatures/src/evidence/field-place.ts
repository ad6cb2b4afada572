/** Compares the place of a field with the place that everybody signed. */
import type { Field } from '@inkproof/signing/field'
import { type Page, readPages } from '../changes/pages.ts'
import { type Rectangle, rectangleOf } from '../changes/visible-fields.ts'
import type { PdfDocument } from '../pdf/document.ts'
import { isName, isType, type PdfDict, type PdfStream } from '../pdf/values.ts'
import type { FieldNode } from '../signature-fields.ts'

/** A document with its pages, and the pages that list an annotation, by its `id`, once for each time. */
export type Places = {
  document: PdfDocument
  pages: readonly Page[]
  listed: ReadonlyMap<string, readonly Page[]>
}

/** What the dictionary of an appearance contains, apart from how its data is encoded. */
const APPEARANCE = new Set([
  'Type',
  'Subtype',
  'BBox',
  'Matrix',
  'Resources',
  'Length',
  'Filter',
  'DecodeParms',
])
/** A field at the edge of a page may have been moved by a rounding error, in points. */
const TOLERANCE = 0.6
/** What our software assumes for a page without a size, as viewers do: US Letter. */
const DEFAULT_BOX: Rectangle = [0, 0, 612, 792]

/** Reads where the annotations of a document are. */
export function readPlaces(document: PdfDocument): Places {
  const pages = readPages(document)
  const listed = new Map<string, Page[]>()
  for (const page of pages) {
    for (const { id } of page.annotations) {
      const known = listed.get(id)
      if (known) known.push(page)
      else listed.set(id, [page])
    }
  }
  return { document, pages, listed }
}

/** Whether a widget is on the page and at the place of the field, and nowhere else. */
export function isAtPlace(
  { dict, id }: Pick<FieldNode, 'dict' | 'id'>,
  { page: number, rect }: Pick<Field, 'page' | 'rect'>,
  { document, listed, pages }: Places,
): boolean {
  const [first, ...others] = listed.get(id) ?? []
  const page = pages[number - 1]
  const actual = rectangleOf(dict, 'Rect', document)
  if (!page || first !== page || others.length > 0 || !actual) return false
  const [left, bottom] = boxOf(page.dict, document)
  const [x, y, width, height] = rect.map((length) => length / 100) as Field['rect']
  const corners = [left + x, bottom + y, left + x + width, bottom + y + height]
  return areClose(actual, corners, TOLERANCE)
}

/**
 * The size of an appearance that is shown in its own size in a widget; null if it is not. The space of the appearance is the
 * rectangle, turned for the reader of a rotated page (ISO 32000-2, 12.5.5).
 */
export function uprightSize(
  { dict: appearance }: PdfStream,
  widget: PdfDict,
  page: PdfDict,
  document: PdfDocument,
): { width: number; height: number } | null {
  const rectangle = rectangleOf(widget, 'Rect', document)
  if (!rectangle) return null
  const [width, height] = [rectangle[2] - rectangle[0], rectangle[3] - rectangle[1]]
  const rotation = rotationOf(page, document)
  const matrix = [
    [1, 0, 0, 1, 0, 0],
    [0, 1, -1, 0, width, 0],
    [-1, 0, 0, -1, width, height],
    [0, -1, 1, 0, 0, height],
  ][rotation / 90]
  const size = rotation % 180 === 0 ? [width, height] : [height, width]
  const box = numbersOf(appearance, 'BBox', document)
  const isUpright =
    !appearance.hasDuplicates &&
    [...appearance.entries.keys()].every((key) => APPEARANCE.has(key)) &&
    isName(document.get(appearance, 'Subtype'), 'Form') &&
    document.getDict(appearance, 'Resources')?.entries.size === 0 &&
    areClose(box, [0, 0, ...size], 0.01) &&
    areClose(numbersOf(appearance, 'Matrix', document), matrix ?? [], 0.01)
  return isUpright ? { width: box[2] as number, height: box[3] as number } : null
}

/** The clockwise rotation at which a page is shown: 0, 90, 180 or 270. */
export function rotationOf(page: PdfDict, document: PdfDocument): number {
  const value = document.get(page, 'Rotate')
  const turns = typeof value === 'number' ? Math.round(value / 90) % 4 : 0
  return ((turns + 4) % 4) * 90
}

/** The visible part of a page, as our software determines it before it adds fields. */
function boxOf(page: PdfDict, document: PdfDocument): Rectangle {
  const media = sizedBox(page, 'MediaBox', document) ?? DEFAULT_BOX
  const crop = sizedBox(page, 'CropBox', document) ?? media
  const shown: Rectangle = [
    Math.max(crop[0], media[0]),
    Math.max(crop[1], media[1]),
    Math.min(crop[2], media[2]),
    Math.min(crop[3], media[3]),
  ]
  return isSized(shown) ? shown : media
}

function sizedBox(page: PdfDict, key: string, document: PdfDocument): Rectangle | null {
  const box = rectangleOf(page, key, document)
  return box && isSized(box) ? box : null
}

function isSized([left, bottom, right, top]: Rectangle): boolean {
  return right > left && top > bottom
}

function numbersOf(dict: PdfDict, key: string, document: PdfDocument): number[] {
  const value = document.get(dict, key)
  const items = isType(value, 'array') ? value.items : []
  return items.map((item) => {
    const number = document.resolve(item)
    return typeof number === 'number' ? number : Number.NaN
  })
}

function areClose(actual: readonly number[], expected: readonly number[], most: number): boolean {
  return (
    actual.length === expected.length &&
    expected.every((length, index) => Math.abs((actual[index] ?? Number.NaN) - length) <= most)
  )
}
