/** Embeds files (ISO 32000-2, 7.11.4). */
import { type PDF, PdfDict, type PdfObject } from '@libpdf/core'
import { SigningError } from '../errors.ts'
import { array, dict, dictOf, name, number, pdfDate, string } from '../pdf/objects.ts'

/** A file to embed. `mediaType`: for example `application/json`. */
export type Attachment = {
  name: string
  data: Uint8Array
  mediaType: string
  description?: string
}

/**
 * Embeds files into a prepared PDF, which has none, as data that belong to the document (`AFRelationship`).
 *
 * @throws SigningError `duplicate-attachment`
 */
export function attach(pdf: PDF, attachments: Attachment[], modifiedAt: Date): void {
  if (attachments.length === 0) return
  const names = attachments.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new SigningError('duplicate-attachment', [twice])
  // The keys of a name tree are in the order of their bytes (7.9.6).
  const files = attachments
    .map((file) => ({ file, key: string(file.name) }))
    .sort((a, b) => Buffer.compare(a.key.bytes, b.key.bytes))
    .map(({ file, key }) => ({ key, ref: fileSpecification(pdf, file, modifiedAt) }))
  const pairs = files.flatMap(({ key, ref }): PdfObject[] => [key, ref])
  const catalog = pdf.getCatalog()
  const trees = dictOf(pdf, catalog, 'Names') ?? new PdfDict()
  trees.set('EmbeddedFiles', dict({ Names: array(...pairs) }))
  catalog.set('Names', trees)
  catalog.set('AF', array(...files.map(({ ref }) => ref)))
}

function fileSpecification(pdf: PDF, file: Attachment, modifiedAt: Date) {
  const stream = pdf.createStream(
    {
      Type: name('EmbeddedFile'),
      Subtype: name(file.mediaType),
      Params: dict({ Size: number(file.data.length), ModDate: pdfDate(modifiedAt) }),
    },
    file.data,
  )
  const specification = dict({
    Type: name('Filespec'),
    F: string(file.name),
    UF: string(file.name),
    EF: dict({ F: stream, UF: stream }),
    AFRelationship: name('Data'),
  })
  if (file.description) specification.set('Desc', string(file.description))
  return pdf.register(specification)
}
