/** Checks that nothing in a prepared file can change what its form shows: only known entries, no scripts, no layers. */
import { catalogOf, type PdfDocument } from '../pdf/document.ts'
import { isType, type PdfDict, type PdfValue } from '../pdf/values.ts'
import type { Places } from './field-place.ts'

/** Entries of the catalog (ISO 32000-2, table 29) and of pages (table 31) that preparation leaves or writes. */
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
const NAMES = new Set(['Dests'])
/** What a link does (12.6): it leads to a place or an address, and does nothing else afterwards. */
const ACTIONS = ['GoTo', 'URI', 'Named']

/** Whether catalog, pages and links have only entries that preparation leaves. */
export function isInert({ document, pages }: Places): boolean {
  const catalog = catalogOf(document)
  const names = document.getDict(catalog, 'Names')
  return (
    hasOnly(catalog, CATALOG) &&
    (names === null || hasOnly(names, NAMES)) &&
    pages.every(
      ({ annotations, dict }) =>
        hasOnly(dict, PAGE) && annotations.every(({ value }) => isHarmless(value, document)),
    )
  )
}

function hasOnly({ entries, hasDuplicates }: PdfDict, keys: ReadonlySet<string>): boolean {
  return !hasDuplicates && [...entries.keys()].every((key) => keys.has(key))
}

/** An action without a type does nothing. Some readers also take the dictionary of a stream for one. */
function isHarmless(annotation: PdfValue, document: PdfDocument): boolean {
  const dict = document.resolve(annotation)
  if (!isType(dict, 'dict') || dict.hasDuplicates || dict.entries.has('AA')) return false
  const action = document.get(dict, 'A')
  if (isType(action, 'unreadable') || isType(action, 'stream')) return false
  if (!isType(action, 'dict') || !action.entries.has('S')) return true
  return (
    !action.hasDuplicates &&
    !action.entries.has('Next') &&
    ACTIONS.includes(document.getName(action, 'S') ?? '')
  )
}
