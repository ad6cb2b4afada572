/** Bookmarks of combined documents (ISO 32000-2, 12.3.3): one for each document, above those that it has. */
import { type PDF, PdfDict, type PdfRef } from '@libpdf/core'
import { array, dict, dictOf, name, number, numberOf, string } from '../pdf/objects.ts'
import type { CopiedDocument } from './copy-document.ts'

export type Bookmark = { ref: PdfRef; item: PdfDict }

/** Adds the bookmark of a document, which leads to its first page. Its own bookmarks are below it, folded. */
export function addBookmark(pdf: PDF, document: CopiedDocument, title: string): Bookmark {
  const item = new PdfDict()
  const ref = pdf.register(item)
  item.set('Title', string(title))
  const [page] = document.pages
  if (page) item.set('Dest', array(page.ref, name('Fit')))
  const { source } = document
  const catalog = source.getCatalog()
  const own = dictOf(source, catalog, 'Outlines')
  const [first, last] = [own?.get('First'), own?.get('Last')]
  if (first && last) {
    document.replace(catalog.get('Outlines'), ref)
    item.set('First', document.copy(first))
    item.set('Last', document.copy(last))
    item.set('Count', number(-Math.max(1, Math.abs(numberOf(source, own, 'Count') ?? 1))))
  }
  return { ref, item }
}

/** Makes the bookmarks those of the file, which viewers show beside the pages. */
export function linkBookmarks(pdf: PDF, bookmarks: readonly Bookmark[]): void {
  const [first, last] = [bookmarks.at(0), bookmarks.at(-1)]
  if (!first || !last) return
  const root = pdf.register(
    dict({
      ...{ Type: name('Outlines'), First: first.ref, Last: last.ref },
      Count: number(bookmarks.length),
    }),
  )
  bookmarks.forEach(({ item }, index) => {
    const [previous, next] = [bookmarks[index - 1], bookmarks[index + 1]]
    item.set('Parent', root)
    if (previous) item.set('Prev', previous.ref)
    if (next) item.set('Next', next.ref)
  })
  pdf.getCatalog().set('Outlines', root)
  pdf.getCatalog().set('PageMode', name('UseOutlines'))
}
