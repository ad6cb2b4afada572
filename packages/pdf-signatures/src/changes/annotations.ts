import type { PdfDocument } from '../pdf/document.ts'
import { isType, type PdfDict, type PdfValue } from '../pdf/values.ts'
import type { FieldNode } from '../signature-fields.ts'
import type { Comparison } from './comparison.ts'
import { type Finding, NEVER, type Rule } from './finding.ts'
import type { Fields } from './form-comparison.ts'
import type { Page } from './pages.ts'

/** Annotations that show a note or mark text, and cannot hide the page when readers draw them by themselves. */
const MARKING = ['Text', 'Popup', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut']

/**
 * Compares the annotations of a page. Widgets of fields are compared with the form, where a new one may be the widget of
 * a new signature field.
 */
export function compareAnnotations(
  number: number,
  before: Page,
  after: Page,
  comparison: Comparison,
  fields: { before: Fields; after: Fields },
): Finding[] {
  const old = new Map(before.annotations.map(({ id, value }) => [id, value]))
  const kept = after.annotations.filter(({ id }) => old.has(id))
  const isKept =
    kept.length === before.annotations.length &&
    kept.every(({ id }, index) => id === before.annotations[index]?.id)
  const findings = after.annotations.flatMap(({ id, value }) =>
    old.has(id) ? changed(id, old.get(id), value) : added(id, value),
  )
  return isKept ? findings : [finding('annotation-changed', NEVER), ...findings]

  function changed(id: string, from: PdfValue | undefined, to: PdfValue): Finding[] {
    const [first, second] = [comparison.before.resolve(from), comparison.after.resolve(to)]
    // The form compares it if it is the very object of a field, not only one with the same `id`.
    if (fieldOf(first, fields.before, id) && fieldOf(second, fields.after, id)) return []
    const isSame =
      isType(first, 'dict') && isType(second, 'dict')
        ? comparison.changedKeys(first, second).length === 0
        : comparison.isSame(first, second)
    if (isSame) return []
    const wasNote = isType(first, 'dict') && isNote(first, comparison.before)
    return [finding('annotation-changed', wasNote ? annotationRule(second) : NEVER)]
  }

  function added(id: string, value: PdfValue): Finding[] {
    const annotation = comparison.after.resolve(value)
    const field = fieldOf(annotation, fields.after, id)
    if (field?.fieldType === 'Sig' && !fields.before.has(id)) return []
    return [finding('annotation-added', annotationRule(annotation))]
  }

  function annotationRule(value: PdfValue): Rule {
    return isType(value, 'dict') && isNote(value, comparison.after)
      ? { allow: 'annotating' }
      : NEVER
  }

  function finding(kind: Finding['kind'], rule: Rule): Finding {
    return { kind, subject: `${number}`, rule }
  }
}

/** The field that an annotation is the widget of. */
function fieldOf(annotation: PdfValue, fields: Fields, id: string): FieldNode | undefined {
  const field = fields.get(id)
  return field?.dict === annotation ? field : undefined
}

/** Whether an annotation marks the page without hiding it: no appearance of its own, and no action. */
function isNote(dict: PdfDict, document: PdfDocument): boolean {
  const keys = [...dict.entries.keys()]
  const hasOwnContent = keys.some((key) => ['AP', 'A', 'AA', 'Dest', 'OC', 'MK'].includes(key))
  return MARKING.includes(document.getName(dict, 'Subtype') ?? '') && !hasOwnContent
}
