import { catalogOf } from '../pdf/document.ts'
import { dictOf, isName, isType, type PdfDict, type PdfValue } from '../pdf/values.ts'
import { attachmentChanges } from './attachments.ts'
import type { Comparison } from './comparison.ts'
import { type Finding, NEVER } from './finding.ts'
import { validationDataChange } from './validation-data.ts'

/** Compared on their own: `compareForms`, `comparePages`. */
const COMPARED_ELSEWHERE = ['AcroForm', 'Pages']
/** What software writes into the document information when it saves a file (14.3.3). */
const SAVING = ['ModDate', 'Producer']

/** Validation data requires it, so it is permitted wherever that is. */
const VERSION_RAISED: Finding = {
  kind: 'metadata-changed',
  subject: null,
  rule: { allow: 'always' },
}
const DOCUMENT_CHANGED: Finding = { kind: 'document-changed', subject: null, rule: NEVER }

/** Compares the catalogs and trailers of two revisions, except the form and the pages. */
export function compareCatalogs(comparison: Comparison): Finding[] {
  const { before, after } = comparison
  const [old, current] = [catalogOf(before), catalogOf(after)]
  const keys = comparison.changedKeys(old, current, COMPARED_ELSEWHERE)
  const findings = keys.flatMap((key) => entryChanges(key, old, current, comparison))
  return [
    ...(hasSameRoot(before.trailer, after.trailer) ? [] : [DOCUMENT_CHANGED]),
    ...findings,
    ...informationChanges(comparison),
  ]
}

function entryChanges(
  key: string,
  old: PdfDict,
  current: PdfDict,
  comparison: Comparison,
): Finding[] {
  const values = [old.entries.get(key), current.entries.get(key)] as const
  switch (key) {
    case 'DSS':
      return [validationDataChange(...values, comparison)]
    case 'Names':
      return nameChanges(...values, comparison)
    case 'Extensions':
    case 'Version':
      return isAddition(key, old, current, comparison) ? [VERSION_RAISED] : [DOCUMENT_CHANGED]
    case 'Metadata':
      return [metadata(isXmp(comparison.after.resolve(values[1])))]
    case 'AF':
      return [{ kind: 'attachment-changed', subject: null, rule: NEVER }]
    default:
      return [DOCUMENT_CHANGED]
  }
}

function metadata(isUsual: boolean): Finding {
  const rule = isUsual ? ({ allow: 'with-filling' } as const) : NEVER
  return { kind: 'metadata-changed', subject: null, rule }
}

/** A metadata stream (14.3.2), and nothing that a page could draw. */
function isXmp(value: PdfValue): boolean {
  return isType(value, 'stream') && isName(value.dict.entries.get('Subtype') ?? null, 'XML')
}

/** Developer extensions were added, or the version was raised, as validation data requires (7.12). */
function isAddition(key: string, old: PdfDict, current: PdfDict, comparison: Comparison): boolean {
  const { before, after } = comparison
  if (key === 'Version') return /^(1\.[4-7]|2\.0)$/.test(after.getName(current, key) ?? '')
  const [previous, extended] = [before.getDict(old, key), after.getDict(current, key)]
  if (!extended) return false
  if (!previous) return true
  const changed = comparison.changedKeys(previous, extended)
  return changed.every((name) => name !== '' && !previous.entries.has(name))
}

function nameChanges(
  old: PdfValue | undefined,
  current: PdfValue | undefined,
  comparison: Comparison,
): Finding[] {
  const [previous, changed] = [
    dictOf(comparison.before.resolve(old)),
    dictOf(comparison.after.resolve(current)),
  ]
  const isOtherChanged =
    (!previous && !changed) ||
    comparison.changedKeys(previous ?? EMPTY, changed ?? EMPTY, ['EmbeddedFiles']).length > 0
  return [
    ...attachmentChanges(previous ?? EMPTY, changed ?? EMPTY, comparison),
    ...(isOtherChanged ? [DOCUMENT_CHANGED] : []),
  ]
}

const EMPTY: PdfDict = { type: 'dict', entries: new Map(), hasDuplicates: false, start: -1 }

function hasSameRoot(before: PdfDict, after: PdfDict): boolean {
  const [old, current] = [before.entries.get('Root'), after.entries.get('Root')]
  if (!isType(old, 'ref') || !isType(current, 'ref')) return false
  return old.number === current.number && old.generation === current.generation
}

function informationChanges(comparison: Comparison): Finding[] {
  const { before, after } = comparison
  const old = dictOf(before.get(before.trailer, 'Info')) ?? EMPTY
  const current = dictOf(after.get(after.trailer, 'Info')) ?? EMPTY
  const keys = comparison.changedKeys(old, current)
  return keys.length > 0 ? [metadata(keys.every((key) => SAVING.includes(key)))] : []
}
