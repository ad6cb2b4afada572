/** Pages with their inherited attributes (ISO 32000-2, 7.7.3.4). */
import { type PDF, PdfArray, PdfDict, type PdfObject, type PdfRef } from '@libpdf/core'
import {
  array,
  dictOf,
  name,
  number,
  dict as pdfDict,
  type Rectangle,
  rectangleOf,
  refKey,
  resolve,
} from './objects.ts'

/** Clockwise rotation at which a page is shown. */
export type Rotation = 0 | 90 | 180 | 270

export type Page = {
  ref: PdfRef
  dict: PdfDict
  /** The visible part, in points of the page's user space before rotation. */
  box: Rectangle
  rotation: Rotation
}

const MAX_DEPTH = 64
/** US Letter: what viewers assume for a page without a size. */
const DEFAULT_BOX: Rectangle = { x: 0, y: 0, width: 612, height: 792 }

/** All pages in order. */
export function pagesOf(pdf: PDF): Page[] {
  return pdf.getPages().map(({ ref, dict }) => {
    const media = inheritedBox(pdf, dict, 'MediaBox') ?? DEFAULT_BOX
    const crop = inheritedBox(pdf, dict, 'CropBox') ?? media
    return { ref, dict, box: intersection(crop, media), rotation: rotationOf(pdf, dict) }
  })
}

/** Lists the pages in one node, in place of any other tree. */
export function listPages(pdf: PDF, pages: readonly Pick<Page, 'dict' | 'ref'>[]): void {
  const kids = array(...pages.map(({ ref }) => ref))
  const root = pdf.register(
    pdfDict({ Type: name('Pages'), Kids: kids, Count: number(pages.length) }),
  )
  for (const { dict } of pages) dict.set('Parent', root)
  pdf.getCatalog().set('Pages', root)
}

/** The value of an attribute of the page or the nearest ancestor that has it. */
export function inherited(pdf: PDF, page: PdfDict, key: string): PdfObject | undefined {
  let node: PdfDict | undefined = page
  for (let depth = 0; node && depth < MAX_DEPTH; depth++) {
    const value = node.get(key)
    if (value !== undefined) return value
    node = dictOf(pdf, node, 'Parent')
  }
  return undefined
}

/** The annotations of a page as dictionaries with their references, without damaged entries. */
export function annotationsOf(pdf: PDF, page: PdfDict): { dict: PdfDict; ref: PdfRef | null }[] {
  const annotations = resolve(pdf, page.get('Annots'))
  if (!(annotations instanceof PdfArray)) return []
  return annotations.toArray().flatMap((item) => {
    const dict = resolve(pdf, item)
    return dict instanceof PdfDict ? [{ dict, ref: item.type === 'ref' ? item : null }] : []
  })
}

/** Adds annotations to a page. An array that other pages share is not changed. */
export function addAnnotations(pdf: PDF, page: PdfDict, refs: PdfRef[]): void {
  const existing = resolve(pdf, page.get('Annots'))
  page.set('Annots', array(...(existing instanceof PdfArray ? existing.toArray() : []), ...refs))
}

/** The page index of each annotation that is an indirect object, by reference. */
export function annotationPages(pdf: PDF, pages: Page[]): Map<string, number> {
  return new Map(
    pages.flatMap(({ dict }, index) =>
      annotationsOf(pdf, dict).flatMap(({ ref }) =>
        ref ? [[refKey(ref), index] as [string, number]] : [],
      ),
    ),
  )
}

function inheritedBox(pdf: PDF, page: PdfDict, key: string): Rectangle | undefined {
  const value = inherited(pdf, page, key)
  if (value === undefined) return undefined
  const box = rectangleOf(pdf, new PdfDict([[key, value]]), key)
  return box && box.width > 0 && box.height > 0 ? box : undefined
}

function rotationOf(pdf: PDF, page: PdfDict): Rotation {
  const value = resolve(pdf, inherited(pdf, page, 'Rotate'))
  const degrees = value?.type === 'number' ? value.value : 0
  // As pdf.js and most other readers do, a page with another rotation is shown upright.
  return (degrees % 90 === 0 ? ((degrees % 360) + 360) % 360 : 0) as Rotation
}

function intersection(a: Rectangle, b: Rectangle): Rectangle {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : b
}
