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
  const byName = [...attachments].sort((a, b) => (a.name < b.name ? -1 : 1))
  const twice = byName.find((file, index) => byName[index + 1]?.name === file.name)
  if (twice) throw new SigningError('duplicate-attachment', [twice.name])
  const files = byName.map((file) => ({ file, ref: fileSpecification(pdf, file, modifiedAt) }))
  const pairs = files.flatMap(({ file, ref }): PdfObject[] => [string(file.name), ref])
  const catalog = pdf.getCatalog()
  const names = dictOf(pdf, catalog, 'Names') ?? new PdfDict()
  names.set('EmbeddedFiles', dict({ Names: array(...pairs) }))
  catalog.set('Names', names)
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
