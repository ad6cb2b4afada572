/** Compares the place of a field that was added to a signed file with the place that everybody signed. */
import type { Field } from '@inkproof/signing/field'
import { type Page, readPages } from '../changes/pages.ts'
import { boxOf, rectangleOf } from '../changes/visible-fields.ts'
import type { PdfDocument } from '../pdf/document.ts'
import { isName, isType, type PdfDict, type PdfStream } from '../pdf/values.ts'
import type { FieldNode } from '../signature-fields.ts'

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

/** Whether a widget is on the page and at the place of the field, and its appearance is shown there in its own size. */
export function isPlacedAs(
  widget: FieldNode,
  appearance: PdfStream,
  { page: number, rect }: Field,
  document: PdfDocument,
): boolean {
  const pages = readPages(document)
  const listed = pages.filter(({ annotations }) => annotations.some(({ id }) => id === widget.id))
  const page = pages[number - 1]
  const box = page && boxOf(page.dict, document)
  const actual = rectangleOf(widget.dict, 'Rect', document)
  if (!page || listed.length !== 1 || listed[0] !== page || !box || !actual) return false
  const [left = 0, bottom = 0, width = 0, height = 0] = rect.map((length) => length / 100)
  const [x, y] = [box[0] + left, box[1] + bottom]
  return (
    areClose(actual, [x, y, x + width, y + height], TOLERANCE) &&
    isShownUpright(appearance.dict, actual, page, document)
  )
}

/** The space of the appearance is the rectangle, turned for the reader of a rotated page (ISO 32000-2, 12.5.5). */
function isShownUpright(
  appearance: PdfDict,
  [left, bottom, right, top]: [number, number, number, number],
  page: Page,
  document: PdfDocument,
): boolean {
  const [width, height] = [right - left, top - bottom]
  const rotation = document.get(page.dict, 'Rotate') ?? 0
  if (typeof rotation !== 'number' || rotation % 90 !== 0) return false
  const matrix = [
    [1, 0, 0, 1, 0, 0],
    [0, 1, -1, 0, width, 0],
    [-1, 0, 0, -1, width, height],
    [0, -1, 1, 0, 0, height],
  ][(((rotation / 90) % 4) + 4) % 4]
  const size = rotation % 180 === 0 ? [width, height] : [height, width]
  return (
    !appearance.hasDuplicates &&
    [...appearance.entries.keys()].every((key) => APPEARANCE.has(key)) &&
    isName(document.get(appearance, 'Subtype'), 'Form') &&
    document.getDict(appearance, 'Resources')?.entries.size === 0 &&
    areClose(numbersOf(appearance, 'BBox', document), [0, 0, ...size], 0.01) &&
    areClose(numbersOf(appearance, 'Matrix', document), matrix ?? [], 0.01)
  )
}

function numbersOf(dict: PdfDict, key: string, document: PdfDocument): number[] {
  const value = document.get(dict, key)
  const items = isType(value, 'array') ? value.items : []
  return items.map((item) => document.resolve(item)).filter((item) => typeof item === 'number')
}

function areClose(actual: readonly number[], expected: readonly number[], most: number): boolean {
  return (
    actual.length === expected.length &&
    expected.every((length, index) => Math.abs((actual[index] ?? Number.NaN) - length) <= most)
  )
}
