/** Reads prepared and signed files back, for tests. */
import { type PDF, PdfDict, PdfStream } from '@libpdf/core'
import { formFields } from '../pdf/form-fields.ts'
import { arrayOf, dictOf } from '../pdf/objects.ts'
import { open } from '../pdf/open.ts'

/** All fields by name, with the dictionary of the field and of its first widget. */
export async function readFields(bytes: Uint8Array) {
  const pdf = await open(bytes)
  const fields = formFields(pdf).map((field) => [
    field.name,
    { pdf, field: field.dict, widget: field.widgets[0]?.dict ?? new PdfDict(), type: field.type },
  ])
  return Object.fromEntries(fields) as Record<
    string,
    { pdf: PDF; field: PdfDict; widget: PdfDict; type: string | undefined }
  >
}

/** The names in a field's `/Lock`, or undefined without a lock. */
export function lockedNames(pdf: PDF, field: PdfDict): string[] | undefined {
  const lock = dictOf(pdf, field, 'Lock')
  return arrayOf(pdf, lock, 'Fields')
    ?.toArray()
    .map((item) => (item.type === 'string' ? item.asString() : ''))
}

/** The decoded content of a widget's normal appearance. */
export function appearanceText(pdf: PDF, widget: PdfDict): string {
  const stream = dictOf(pdf, dictOf(pdf, widget, 'AP'), 'N')
  return stream instanceof PdfStream ? Buffer.from(stream.getDecodedData()).toString('latin1') : ''
}

/** How many revisions a file has. */
export function revisions(bytes: Uint8Array): number {
  return Buffer.from(bytes).toString('latin1').split('%%EOF').length - 1
}
