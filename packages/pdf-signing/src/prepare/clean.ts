/** Removes everything from an upload that is neither shown nor needed to show it. */
import type { PDF, PdfDict, PdfName } from '@libpdf/core'
import { UnusablePdf } from '../errors.ts'
import { dictOf, nameOf } from '../pdf/objects.ts'
import type { Page } from '../pdf/pages.ts'
import { walkDicts } from '../pdf/walk.ts'
import { isAllowedAction } from './actions.ts'
import { ownPages } from './own-pages.ts'

/** Entries of the catalog that stay (ISO 32000-2, table 29). The form is flattened afterwards. */
const CATALOG = new Set([
  'Type',
  'Version',
  'Pages',
  'AcroForm',
  'PageLabels',
  'Names',
  'Dests',
  'ViewerPreferences',
  'PageLayout',
  'PageMode',
  'Outlines',
  'Metadata',
  'StructTreeRoot',
  'MarkInfo',
  'Lang',
  'OutputIntents',
])

/** Entries of a page that stay (ISO 32000-2, table 31). */
const PAGE = new Set([
  'Type',
  'Parent',
  'Resources',
  'MediaBox',
  'CropBox',
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'Rotate',
  'Contents',
  'Group',
  'Annots',
  'StructParents',
  'Tabs',
  'UserUnit',
])

/**
 * Entries that are removed from every dictionary: triggers of actions, references to layers, alternatives of what is shown,
 * and private data of other programs.
 */
const EVERYWHERE = [
  'AA',
  'OpenAction',
  'PA',
  'OC',
  'JS',
  'XFA',
  'Alternates',
  'OPI',
  'Ref',
  'PieceInfo',
  'AF',
  'RichMediaContent',
  'RichMediaSettings',
]

/**
 * Reduces catalog and pages to their lists, and removes active content everywhere.
 *
 * @throws UnusablePdf `active-content` for a stream whose data is in another file, or a PostScript object
 */
export function clean(pdf: PDF, pages: Page[]): void {
  const catalog = pdf.getCatalog()
  keepOnly(catalog, CATALOG)
  const names = dictOf(pdf, catalog, 'Names')
  if (names) keepOnly(names, new Set(['Dests']))
  ownPages(pdf, pages)
  for (const { dict } of pages) keepOnly(dict, PAGE)
  walkDicts(pdf, (found, namedByAuthor) => cleanDict(pdf, found, namedByAuthor))
}

function cleanDict(pdf: PDF, found: PdfDict, namedByAuthor: boolean): void {
  if (found.type === 'stream' && (found.has('F') || nameOf(pdf, found, 'Subtype') === 'PS'))
    throw new UnusablePdf('active-content')
  if (namedByAuthor) return
  for (const entry of EVERYWHERE) found.delete(entry)
  const action = dictOf(pdf, found, 'A')
  // `A` of a structure element contains attributes, which have an owner (`O`), not an action (`S`).
  if (action?.has('S') && !action.has('O')) {
    if (isAllowedAction(pdf, action)) action.delete('Next')
    else found.delete('A')
  }
}

function keepOnly(target: PdfDict, allowed: Set<string>): void {
  const removed: PdfName[] = [...target.keys()].filter((key) => !allowed.has(key.value))
  for (const key of removed) target.delete(key)
}
