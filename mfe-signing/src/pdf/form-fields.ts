import type { FormField } from './pdf-document.ts'

/** What pdf.js returns of an annotation of a form field. */
type Annotation = {
  subtype?: unknown
  fieldType?: unknown
  checkBox?: unknown
  readOnly?: unknown
  hidden?: unknown
  rect?: unknown
}

/** Smaller fields, in points, cannot be filled in, and are often hidden helpers. */
const MIN_SIZE = 4

/** Returns the fields of a page that a person can fill in, from its annotations. */
export function formFieldsOf(page: number, annotations: readonly Annotation[]): FormField[] {
  return annotations.flatMap((annotation) => {
    const type = typeOf(annotation)
    const { readOnly, hidden, rect } = annotation
    if (type === null || readOnly === true || hidden === true || !isRectangle(rect)) return []
    const [left, bottom, right, top] = rect
    const rectangle = {
      x: Math.min(left, right),
      y: Math.min(bottom, top),
      width: Math.abs(right - left),
      height: Math.abs(top - bottom),
    }
    return Math.min(rectangle.width, rectangle.height) < MIN_SIZE ? [] : [{ type, page, rectangle }]
  })
}

function typeOf({ subtype, fieldType, checkBox }: Annotation): FormField['type'] | null {
  if (subtype !== 'Widget') return null
  if (fieldType === 'Sig') return 'signature'
  if (fieldType === 'Tx') return 'text'
  return fieldType === 'Btn' && checkBox === true ? 'checkbox' : null
}

function isRectangle(value: unknown): value is [number, number, number, number] {
  return Array.isArray(value) && value.length === 4 && value.every(Number.isFinite)
}
