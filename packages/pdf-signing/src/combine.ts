/** Combines several documents into one PDF file. Runs in browsers too. */
import { PDF, PdfBool } from '@libpdf/core'
import { addBookmark, linkBookmarks } from './combine/bookmarks.ts'
import { copyDocument } from './combine/copy-document.ts'
import { joinForms } from './combine/join-forms.ts'
import { joinStructures } from './combine/join-structures.ts'
import { UnusablePdf, type UnusablePdfCode } from './errors.ts'
import { inspectContent, type Removable } from './inspect/content.ts'
import { formFields } from './pdf/form-fields.ts'
import { dict, dictOf } from './pdf/objects.ts'
import { listPages } from './pdf/pages.ts'
import { save } from './pdf/save.ts'

/** One of the documents, in the order of their pages. */
export type Part = {
  /** The text of its bookmark. */
  name: string
  /** A PDF file. */
  bytes: Uint8Array
}

/** `leftOut`: what some of the documents contain and the file does not; sorted. */
export type Combined = { bytes: Uint8Array; leftOut: Removable[] }

/** Why the documents cannot be combined. */
export class UncombinablePdf extends Error {
  readonly code: UnusablePdfCode
  /** The index of the document that is the reason. */
  readonly part: number

  constructor(code: UnusablePdfCode, part: number, options?: ErrorOptions) {
    super(code, options)
    this.name = 'UncombinablePdf'
    this.code = code
    this.part = part
  }
}

/**
 * Returns a file with all pages of all documents, a bookmark for each document above its own bookmarks, their forms (the names of
 * the fields begin with the number of the document), links and, if each document has one, logical structures.
 * Everything else is left out: scripts, attached files, metadata.
 *
 * @param title of the new file
 * @throws UncombinablePdf `unreadable`, `encrypted`, `no-pages`, `already-signed` (pages of signed documents cannot be moved
 *   to another file without breaking the signatures), `hidden-layers`
 */
export async function combine(parts: readonly Part[], title: string): Promise<Combined> {
  const opened = await Promise.all(parts.map(({ bytes }, index) => openPart(bytes, index)))
  const sources = opened.map(({ pdf }) => pdf)
  const pdf = PDF.create()
  const catalog = pdf.getCatalog()
  const copies = sources.map((source) => copyDocument(source, pdf))
  listPages(
    pdf,
    copies.flatMap((copy) => copy.pages),
  )
  const bookmarks = copies.map((copy, index) => addBookmark(pdf, copy, parts[index]?.name ?? ''))
  joinForms(pdf, copies)
  joinStructures(pdf, copies)
  for (const copy of copies) copy.finish()
  linkBookmarks(pdf, bookmarks)
  catalog.set('ViewerPreferences', dict({ DisplayDocTitle: PdfBool.TRUE }))
  pdf.upgradeVersion('1.7')
  pdf.setTitle(title)
  const leftOut = new Set(opened.flatMap((part) => part.leftOut))
  return { bytes: await save(pdf), leftOut: [...leftOut].sort() }
}

/** Annotations are copied with their pages; what layers show is part of the pages. */
const COPIED: ReadonlySet<Removable> = new Set(['annotations', 'layers'])

type OpenedPart = { pdf: PDF; leftOut: Removable[] }

async function openPart(bytes: Uint8Array, index: number): Promise<OpenedPart> {
  const refuse = (code: UnusablePdfCode, cause?: unknown) =>
    new UncombinablePdf(code, index, { cause })
  const pdf = await PDF.load(bytes, { lenient: false }).catch((error: unknown) => {
    throw refuse('unreadable', error)
  })
  if (pdf.isEncrypted) throw refuse('encrypted')
  try {
    if (pdf.getPageCount() === 0) throw new UnusablePdf('no-pages')
    if (isSigned(pdf)) throw new UnusablePdf('already-signed')
    const { removable } = inspectContent(pdf)
    return { pdf, leftOut: removable.filter((kind) => !COPIED.has(kind)) }
  } catch (error) {
    throw refuse(error instanceof UnusablePdf ? error.code : 'unreadable', error)
  }
}

function isSigned(pdf: PDF): boolean {
  return formFields(pdf).some(({ type, dict: field }) => type === 'Sig' && dictOf(pdf, field, 'V'))
}
