import type { PdfDocument } from '../pdf/document.ts'
import { isType, type PdfDict, type PdfValue } from '../pdf/values.ts'
import type { Fields } from './form-comparison.ts'
import type { Page } from './pages.ts'

/** Left, bottom, right and top, in units of the page's user space (ISO 32000-2, 7.9.5). */
export type Rectangle = [number, number, number, number]

/** Neither shown nor printed (table 167); a widget with NoView alone may be printed. */
const HIDDEN = 2
/** Print, ReadOnly, Locked, LockedContents: those that do not change where or how large a widget is shown. */
const FLAGS = 4 | 64 | 128 | 512
/** How much of a page the new visible fields of a revision may cover together. */
const MAX_SHARE = 0.1

/** More than a page has room for; the file is not checked with so many signatures anyway. */
const MAX_WIDGETS = 100

/** Whether a widget covers a part of the page. */
export function isShown(dict: PdfDict, document: PdfDocument): boolean {
  const flags = document.get(dict, 'F')
  if (typeof flags === 'number' && (flags & HIDDEN) !== 0) return false
  const rect = document.getItems(dict, 'Rect').map((item) => document.resolve(item))
  if (rect.length === 0) return false
  const [left, bottom, right, top] = rect.map((item) => (typeof item === 'number' ? item : null))
  return left === null || bottom === null || left !== right || bottom !== top
}

/**
 * The new widgets of signatures that hide nothing of importance: each is listed once, lies within its page, and overlaps no
 * other annotation or field; together they cover at most a tenth of their page.
 */
export function findWellPlaced(
  document: PdfDocument,
  pages: Page[],
  fields: { before: Fields; after: Fields },
): Set<PdfDict> {
  const listed = countOf(
    pages.flatMap(({ annotations }) => annotations.map(({ value }) => document.resolve(value))),
  )
  const nodes = groupByPage(fields.after)
  return new Set(pages.flatMap((page) => placedOn(page)))

  function placedOn(page: Page): PdfDict[] {
    const widgets = page.annotations.flatMap(({ id, value }) => {
      const node = fields.after.get(id)
      const isNew = node?.fieldType === 'Sig' && !fields.before.has(id)
      return isNew && node.dict === document.resolve(value) && isShown(node.dict, document)
        ? [node.dict]
        : []
    })
    if (widgets.length === 0 || widgets.length > MAX_WIDGETS) return []
    const box = boxOf(page.dict, document)
    const rectangles = widgets.map((dict) => rectangleOf(dict, 'Rect', document))
    const total = rectangles.reduce((sum, rectangle) => sum + areaOf(rectangle), 0)
    if (!box || total > areaOf(box) * MAX_SHARE) return []
    const others = rectanglesOn(page, new Set(widgets))
    return widgets.filter((dict, index) => {
      const rectangle = rectangles[index]
      return (
        rectangle &&
        isPlain(dict, page) &&
        areaOf(intersection(rectangle, box)) === areaOf(rectangle) &&
        others.every((other) => areaOf(intersection(rectangle, other)) === 0)
      )
    })
  }

  /** Whether a widget is shown exactly where its rectangle says, on this page only. */
  function isPlain(dict: PdfDict, page: Page): boolean {
    const flags = document.get(dict, 'F') ?? 0
    const isUsual = typeof flags === 'number' && (flags & ~FLAGS) === 0
    const isOnOther = dict.entries.has('P') && pageOf(dict) !== page.id
    return isUsual && !isOnOther && listed.get(dict) === 1
  }

  /** Where everything else on the page is, also fields that only name the page. */
  function rectanglesOn(page: Page, widgets: Set<PdfDict>): Rectangle[] {
    const annotations = page.annotations.map(({ value }) => document.resolve(value))
    return [...annotations, ...(nodes.get(page.id) ?? [])].flatMap((value) => {
      if (!isType(value, 'dict') || widgets.has(value)) return []
      const rectangle = rectangleOf(value, 'Rect', document)
      return rectangle ? [rectangle] : []
    })
  }
}

function countOf(values: PdfValue[]): Map<PdfValue, number> {
  const counts = new Map<PdfValue, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function groupByPage(fields: Fields): Map<string | null, PdfDict[]> {
  const groups = new Map<string | null, PdfDict[]>()
  for (const { dict } of fields.values()) {
    const page = pageOf(dict)
    const group = groups.get(page)
    if (group) group.push(dict)
    else groups.set(page, [dict])
  }
  return groups
}

/** The `id` of the page that an annotation names; null if it names none. */
function pageOf(dict: PdfDict): string | null {
  const reference = dict.entries.get('P')
  return isType(reference, 'ref') ? `${reference.number}` : null
}

/** The part of the page that is shown (14.11.2); null if it cannot be read. */
function boxOf(page: PdfDict, document: PdfDocument): Rectangle | null {
  const media = rectangleOf(page, 'MediaBox', document)
  if (!page.entries.has('CropBox')) return media
  const crop = rectangleOf(page, 'CropBox', document)
  return media && crop ? intersection(media, crop) : null
}

/** The rectangle of a key, with its corners in order; null if it is none. */
export function rectangleOf(dict: PdfDict, key: string, document: PdfDocument): Rectangle | null {
  const items = document.getItems(dict, key).map((item) => document.resolve(item))
  const numbers = items.filter((item) => typeof item === 'number')
  const [x1, y1, x2, y2] = numbers
  if (items.length !== 4 || x1 === undefined || y1 === undefined) return null
  if (x2 === undefined || y2 === undefined) return null
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

function intersection(first: Rectangle, second: Rectangle): Rectangle {
  return [
    Math.max(first[0], second[0]),
    Math.max(first[1], second[1]),
    Math.min(first[2], second[2]),
    Math.min(first[3], second[3]),
  ]
}

function areaOf(rectangle: Rectangle | null): number {
  if (!rectangle) return 0
  const [left, bottom, right, top] = rectangle
  return Math.max(0, right - left) * Math.max(0, top - bottom)
}
