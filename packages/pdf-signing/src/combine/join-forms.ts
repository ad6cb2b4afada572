/** Joins the forms of combined documents (ISO 32000-2, 12.7.3). */
import { type PDF, PdfArray, PdfBool, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { formOf } from '../pdf/form-fields.ts'
import { array, arrayOf, dict, dictOf, isTrue, string } from '../pdf/objects.ts'
import type { CopiedDocument } from './copy-document.ts'

/**
 * Puts the fields of each document below a field of their own, named `1`, `2` and so on: two documents can have fields of the
 * same name, which would be one field with one value.
 */
export function joinForms(pdf: PDF, documents: readonly CopiedDocument[]): void {
  const parents: PdfRef[] = []
  const fonts = new PdfDict()
  let needsAppearances = false
  documents.forEach((document, index) => {
    const form = formOf(document.source)
    const fields = arrayOf(document.source, form, 'Fields')?.toArray() ?? []
    if (!form || fields.length === 0) return
    parents.push(addParent(pdf, document, fields, index + 1))
    addFonts(document, form, fonts)
    needsAppearances ||= isTrue(document.source, form, 'NeedAppearances')
  })
  if (parents.length === 0) return
  const form = dict({ Fields: array(...parents), DR: dict({ Font: fonts }) })
  if (needsAppearances) form.set('NeedAppearances', PdfBool.TRUE)
  pdf.getCatalog().set('AcroForm', pdf.register(form))
}

function addParent(
  pdf: PDF,
  document: CopiedDocument,
  fields: readonly PdfObject[],
  number: number,
): PdfRef {
  const parent = dict({ T: string(String(number)) })
  const ref = pdf.register(parent)
  const appearance = formOf(document.source)?.get('DA')
  // Fields inherit the text style of the form, which they leave.
  if (appearance) parent.set('DA', document.copy(appearance))
  const kids = fields.flatMap((field) => {
    const copied = document.copy(field)
    if (!(copied instanceof PdfRef)) return []
    document.afterCopy(() => {
      const target = pdf.getObject(copied)
      if (target instanceof PdfDict) target.set('Parent', ref)
    })
    return [copied]
  })
  parent.set('Kids', new PdfArray(kids))
  return ref
}

/** The first font of a name is used: they only matter for values that nothing draws yet. */
function addFonts({ source, copy }: CopiedDocument, form: PdfDict, fonts: PdfDict): void {
  const own = dictOf(source, dictOf(source, form, 'DR'), 'Font')
  for (const [key, value] of own ?? []) if (!fonts.has(key.value)) fonts.set(key.value, copy(value))
}
