import { MAX_LABEL_LENGTH } from '@inkproof/protocol/envelope-fields'
import { cleanLine } from '@inkproof/texts/unsafe-characters'
import type { FormField } from './pdf-document.ts'

/** What pdf.js returns of an annotation of a form field. */
type Annotation = {
  subtype?: unknown
  fieldType?: unknown
  checkBox?: unknown
  readOnly?: unknown
  hidden?: unknown
  rect?: unknown
  /** What readers show instead of the name (`/TU`), and the full name (`/T` with those of its parents). */
  alternativeText?: unknown
  fieldName?: unknown
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
    if (Math.min(rectangle.width, rectangle.height) < MIN_SIZE) return []
    const label = labelOf(annotation)
    return [{ type, page, rectangle, ...(label !== '' && { label }) }]
  })
}

/** Returns what people should read: the form's own description, or its name, unless a program made it up. */
function labelOf({ alternativeText, fieldName }: Annotation): string {
  const described = cutLine(alternativeText)
  if (described !== '') return described
  const name = cutLine(
    String(fieldName ?? '')
      .split('.')
      .at(-1)
      ?.replaceAll(/\[\d+\]|_/g, ' '),
  )
  return MADE_UP.test(name) ? '' : name
}

/** One line that is short enough for a label. */
function cutLine(text: unknown): string {
  return cleanLine([...cleanLine(String(text ?? ''))].slice(0, MAX_LABEL_LENGTH / 2).join(''))
}

/** "Text1", "Check Box 3", "f1 2": what programs call a field that nobody has named. */
const MADE_UP =
  /^(?:\w{0,2}|text ?(?:field|box)?|check ?box|field|form|signature|undefined|untitled)[\s\d.-]*$/i

function typeOf({ subtype, fieldType, checkBox }: Annotation): FormField['type'] | null {
  if (subtype !== 'Widget') return null
  if (fieldType === 'Sig') return 'signature'
  if (fieldType === 'Tx') return 'text'
  return fieldType === 'Btn' && checkBox === true ? 'checkbox' : null
}

function isRectangle(value: unknown): value is [number, number, number, number] {
  return Array.isArray(value) && value.length === 4 && value.every(Number.isFinite)
}
