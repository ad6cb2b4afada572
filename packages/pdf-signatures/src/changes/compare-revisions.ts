import type { PdfDocument } from '../pdf/document.ts'
import { isType, UnreadableError } from '../pdf/values.ts'
import { readFields } from '../signature-fields.ts'
import { compareCatalogs } from './catalog.ts'
import { comparePages } from './compare-pages.ts'
import { type Anchors, Comparison } from './comparison.ts'
import { type Finding, NEVER } from './finding.ts'
import { compareForms } from './form.ts'
import type { Fields } from './form-comparison.ts'
import { type Page, readPages } from './pages.ts'
import { findWellPlaced } from './visible-fields.ts'

/** A revision of a document, read once and compared with the one before and the one after it. */
export type Snapshot = { document: PdfDocument; pages: Page[]; fields: Fields }

const UNREADABLE_DATA: Finding = { kind: 'unreadable-data', subject: null, rule: NEVER }

export function readSnapshot(document: PdfDocument): Snapshot {
  return { document, pages: readPages(document), fields: readFields(document) }
}

/**
 * Everything that a revision changed in the one before it, as a reader sees them. `isIntact` says whether the signature in
 * the field with this `id` is intact.
 */
export function compareRevisions(
  before: Snapshot,
  after: Snapshot,
  isIntact: (id: string) => boolean,
): Finding[] {
  try {
    return unique([...structureChanges(after), ...contentChanges(before, after, isIntact)])
  } catch (error) {
    if (error instanceof UnreadableError) return [UNREADABLE_DATA]
    throw error
  }
}

function contentChanges(
  before: Snapshot,
  after: Snapshot,
  isIntact: (id: string) => boolean,
): Finding[] {
  const comparison = new Comparison(before.document, after.document, anchorsOf(before, after))
  const fields = { before: before.fields, after: after.fields }
  const wellPlaced = findWellPlaced(after.document, after.pages, fields)
  return [
    ...compareForms({ comparison, ...fields, isIntact, wellPlaced }),
    ...comparePages({ before: before.pages, after: after.pages }, comparison, fields),
    ...compareCatalogs(comparison),
  ]
}

/** A hybrid file shows other objects to readers that do not know cross-reference streams (7.5.8.4). */
function structureChanges({ document }: Snapshot): Finding[] {
  const revision = document.file.revisions.find(({ end }) => end === document.end)
  return revision?.sections.some(({ isHybrid }) => isHybrid) ? [UNREADABLE_DATA] : []
}

/** The objects that are compared key by key in both revisions. */
function anchorsOf(before: Snapshot, after: Snapshot): Anchors {
  const [old, current] = [anchorIds(before), anchorIds(after)]
  return {
    pages: shared(old.pages, current.pages),
    widgets: shared(old.widgets, current.widgets),
  }
}

function anchorIds({ document, pages, fields }: Snapshot): { pages: string[]; widgets: string[] } {
  const annotations = pages
    .flatMap((page) => page.annotations)
    .filter(({ value }) => isType(document.resolve(value), 'dict'))
  const root = document.trailer.entries.get('Root')
  const catalog = isType(root, 'ref') ? [`${root.number}`] : []
  return {
    pages: [...catalog, ...pages.map(({ id }) => id)],
    widgets: [...annotations, ...fields.values()].map(({ id }) => id),
  }
}

/** The numbers of the indirect objects in both lists. */
function shared(before: string[], after: string[]): Set<number> {
  const old = new Set(before.filter((id) => /^\d+$/.test(id)))
  return new Set(after.filter((id) => old.has(id)).map(Number))
}

function unique(findings: Finding[]): Finding[] {
  const known = new Map(findings.map((finding) => [JSON.stringify(finding), finding]))
  return [...known.values()]
}
