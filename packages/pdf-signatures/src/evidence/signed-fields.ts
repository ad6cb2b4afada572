/** Which signature fields have a signature in a revision. */
import { PdfDocument } from '../pdf/document.ts'
import type { PdfFile } from '../pdf/file.ts'
import { isType } from '../pdf/values.ts'
import { readFields } from '../signature-fields.ts'

/** The names of the signed fields of a revision (index from 0), by the `id` of the field. */
export function signedFields(file: PdfFile, revision: number): Map<string, string> {
  const document = new PdfDocument(file, revision)
  const signed = [...readFields(document).values()].filter(
    ({ dict, fieldType }) => fieldType === 'Sig' && isType(document.get(dict, 'V'), 'dict'),
  )
  return new Map(signed.map(({ id, name }) => [id, name]))
}

/** The first revision in which one of these fields is signed; -1 if there is none. */
export function firstSigned(file: PdfFile, names: ReadonlySet<string>): number {
  return file.revisions.findIndex((_, revision) =>
    [...signedFields(file, revision).values()].some((name) => names.has(name)),
  )
}
