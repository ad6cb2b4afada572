import { catalogOf, PdfDocument } from '../pdf/document.ts'
import type { PdfFile } from '../pdf/file.ts'
import { textOf } from '../pdf/text.ts'
import { isType, type PdfDict } from '../pdf/values.ts'

/** Returns the data of an embedded file (ISO 32000-2, 7.11.4) in a name tree without `/Kids`; null if there is none. */
export function readAttachment(file: PdfFile, name: string): Uint8Array | null {
  const document = new PdfDocument(file, file.revisions.length - 1)
  const names = document.getDict(catalogOf(document), 'Names')
  const tree = names && document.getDict(names, 'EmbeddedFiles')
  if (!tree) return null
  const pairs = document.getItems(tree, 'Names')
  const index = pairs.findIndex(
    (item, position) => position % 2 === 0 && textOf(document.resolve(item)) === name,
  )
  const specification = index < 0 ? null : document.resolve(pairs[index + 1])
  return isType(specification, 'dict') ? dataOf(specification, document) : null
}

function dataOf(specification: PdfDict, document: PdfDocument): Uint8Array | null {
  const files = document.getDict(specification, 'EF')
  const stream = files ? document.get(files, 'F') : null
  return isType(stream, 'stream') ? document.decodedOrNull(stream) : null
}
