/**
 * Draws form fields and comments onto their pages and removes them, so that everybody sees the same and nobody can change it.
 * Links stay.
 *
 * The library's own functions for this give the drawings of all pages the same names in resources that pages can share.
 */
import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import {
  array,
  dictOf,
  name,
  nameOf,
  numberOf,
  rectangleOf,
  refKey,
  resolve,
  string,
} from '../pdf/objects.ts'
import { annotationsOf, type Page } from '../pdf/pages.ts'

/** Flags Invisible, Hidden and NoView (ISO 32000-2, table 167). */
const NOT_SHOWN = 1 | 2 | 32

type Matrix = [number, number, number, number, number, number]
type Drawing = { ref: PdfRef; matrix: Matrix }

/** Flattens all pages. Values without an appearance must have got one before. */
export function flatten(pdf: PDF, pages: Page[]): void {
  for (const page of pages) flattenPage(pdf, page)
  pdf.getCatalog().delete('AcroForm')
}

function flattenPage(pdf: PDF, { dict: page }: Page): void {
  const kept: PdfObject[] = []
  const drawings: Drawing[] = []
  for (const { dict, ref } of annotationsOf(pdf, page)) {
    if (isUsefulLink(pdf, dict)) {
      dict.delete('Popup')
      kept.push(ref ?? pdf.register(dict))
      continue
    }
    const drawing = drawingOf(pdf, dict)
    if (drawing) drawings.push(drawing)
    makeInert(dict)
  }
  if (kept.length > 0) page.set('Annots', array(...kept))
  else page.delete('Annots')
  if (drawings.length > 0) draw(pdf, page, drawings)
}

function isUsefulLink(pdf: PDF, annotation: PdfDict): boolean {
  return (
    nameOf(pdf, annotation, 'Subtype') === 'Link' && (annotation.has('A') || annotation.has('Dest'))
  )
}

/** Structure elements can still refer to a removed annotation, so nothing but its place is left of it. */
function makeInert(annotation: PdfDict): void {
  for (const key of [...annotation.keys()])
    if (!['Type', 'Rect', 'P'].includes(key.value)) annotation.delete(key)
  annotation.set('Subtype', name('Square'))
  annotation.set('Contents', string(''))
}

function drawingOf(pdf: PDF, annotation: PdfDict): Drawing | undefined {
  if (((numberOf(pdf, annotation, 'F') ?? 0) & NOT_SHOWN) !== 0) return undefined
  if (nameOf(pdf, annotation, 'Subtype') === 'Popup') return undefined
  const appearance = normalAppearance(pdf, annotation)
  const target = rectangleOf(pdf, annotation, 'Rect')
  const box = appearance && rectangleOf(pdf, appearance.dict, 'BBox')
  if (!appearance || !target || !box) return undefined
  const shown = transformedBox(box, matrixOf(pdf, appearance.dict))
  if (shown.width === 0 || shown.height === 0) return undefined
  const [sx, sy] = [target.width / shown.width, target.height / shown.height]
  // Without these, the library or a viewer may not recognize the appearance as a drawing.
  appearance.dict.set('Type', name('XObject'))
  appearance.dict.set('Subtype', name('Form'))
  return {
    ref: appearance.ref,
    matrix: [sx, 0, 0, sy, target.x - shown.x * sx, target.y - shown.y * sy],
  }
}

/** The stream `/AP /N`, or that of the current state. */
function normalAppearance(
  pdf: PDF,
  annotation: PdfDict,
): { ref: PdfRef; dict: PdfStream } | undefined {
  const appearances = dictOf(pdf, annotation, 'AP')
  let entry = appearances?.get('N')
  let found = resolve(pdf, entry)
  if (found instanceof PdfDict && !(found instanceof PdfStream)) {
    entry = found.get(nameOf(pdf, annotation, 'AS') ?? 'Off')
    found = resolve(pdf, entry)
  }
  if (!(found instanceof PdfStream)) return undefined
  return { ref: entry instanceof PdfRef ? entry : pdf.register(found), dict: found }
}

function matrixOf(pdf: PDF, appearance: PdfDict): Matrix {
  const items = resolve(pdf, appearance.get('Matrix'))
  if (!(items instanceof PdfArray) || items.length !== 6) return [1, 0, 0, 1, 0, 0]
  const values = items.toArray().map((item) => {
    const value = resolve(pdf, item)
    return value?.type === 'number' && Number.isFinite(value.value) ? value.value : 0
  })
  return values as Matrix
}

/** The bounding box of a transformed rectangle (ISO 32000-2, 12.5.5, algorithm of appearance streams). */
function transformedBox(
  box: { x: number; y: number; width: number; height: number },
  [a, b, c, d, e, f]: Matrix,
) {
  const corners = [
    [box.x, box.y],
    [box.x + box.width, box.y],
    [box.x, box.y + box.height],
    [box.x + box.width, box.y + box.height],
  ] as [number, number][]
  const xs = corners.map(([x, y]) => a * x + c * y + e)
  const ys = corners.map(([x, y]) => b * x + d * y + f)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** Adds the drawings after the page's content, which is enclosed so that its graphics state does not affect them. */
function draw(pdf: PDF, page: PdfDict, drawings: Drawing[]): void {
  const resources = dictOf(pdf, page, 'Resources') ?? new PdfDict()
  const objects = dictOf(pdf, resources, 'XObject') ?? new PdfDict()
  page.set('Resources', resources)
  resources.set('XObject', objects)
  const names = new Map<string, string>()
  const operators = drawings.map(({ ref, matrix }) => {
    const key = refKey(ref)
    const label = names.get(key) ?? freeName(objects, names.size)
    names.set(key, label)
    objects.set(label, ref)
    return `q ${matrix.map((value) => value.toFixed(5)).join(' ')} cm /${label} Do Q`
  })
  const contents = resolve(pdf, page.get('Contents'))
  const existing = page.get('Contents')
  const list = contents instanceof PdfArray ? contents.toArray() : existing ? [existing] : []
  const stream = (text: string) => pdf.createStream({}, Buffer.from(text, 'latin1'))
  page.set('Contents', array(stream('q\n'), ...list, stream(`\nQ\n${operators.join('\n')}\n`)))
}

function freeName(objects: PdfDict, start: number): string {
  let index = start
  while (objects.has(`Flattened${index}`)) index++
  return `Flattened${index}`
}
