import { catalogOf } from '../pdf/document.ts'
import { compareAnnotations } from './annotations.ts'
import type { Comparison } from './comparison.ts'
import { type Finding, NEVER } from './finding.ts'
import type { Fields } from './form-comparison.ts'
import type { Page } from './pages.ts'
import { keepsParent } from './parents.ts'

const DOCUMENT_CHANGED: Finding = { kind: 'document-changed', subject: null, rule: NEVER }

/** Compares the pages of two revisions: which there are, their order, what they show, and their annotations. */
export function comparePages(
  pages: { before: Page[]; after: Page[] },
  comparison: Comparison,
  fields: { before: Fields; after: Fields },
): Finding[] {
  const { before, after } = pages
  const oldIds = before.map(({ id }) => id)
  const ids = after.map(({ id }) => id)
  const isSameList = oldIds.length === ids.length && oldIds.every((id, index) => id === ids[index])
  const isUnique = new Set(ids).size === ids.length && new Set(oldIds).size === oldIds.length
  if (!isSameList && !isUnique) return [DOCUMENT_CHANGED]
  const old = new Map(before.map((page) => [page.id, page]))
  const findings = after.flatMap((page, index) => {
    const previous = old.get(page.id)
    return previous ? pageChanges(index + 1, previous, page, comparison, fields) : []
  })
  return [...listChanges(oldIds, ids, comparison), ...findings]
}

function listChanges(oldIds: string[], ids: string[], comparison: Comparison): Finding[] {
  const removed = numbersOf(oldIds, new Set(ids))
  const added = numbersOf(ids, new Set(oldIds))
  const common = oldIds.filter((id) => ids.includes(id))
  const isOrdered = ids.filter((id) => oldIds.includes(id)).every((id, i) => id === common[i])
  const changes: Finding[] = [
    ...removed.map((subject) => ({ kind: 'page-removed' as const, subject, rule: NEVER })),
    ...added.map((subject) => ({ kind: 'page-added' as const, subject, rule: NEVER })),
    ...(isOrdered ? [] : [DOCUMENT_CHANGED]),
  ]
  if (changes.length > 0) return changes
  // The same pages in another tree: readers that go by /Count or by its nodes could see others.
  const trees = [catalogOf(comparison.before), catalogOf(comparison.after)].map((catalog) =>
    catalog.entries.get('Pages'),
  )
  return comparison.isSame(trees[0], trees[1]) ? [] : [DOCUMENT_CHANGED]
}

function numbersOf(ids: string[], others: Set<string>): string[] {
  return ids.flatMap((id, index) => (others.has(id) ? [] : [`${index + 1}`]))
}

function pageChanges(
  number: number,
  before: Page,
  after: Page,
  comparison: Comparison,
  fields: { before: Fields; after: Fields },
): Finding[] {
  const keys = comparison.changedKeys(before.dict, after.dict, ['Annots', 'Parent'])
  const subject = `${number}`
  const isAppearance = keys.includes('Resources')
  const isMoved = !keepsParent(before, after, comparison)
  const isPage = isMoved || keys.some((key) => key !== 'Resources')
  return [
    ...(isPage ? [{ kind: 'page-changed' as const, subject, rule: NEVER }] : []),
    ...(isAppearance ? [{ kind: 'appearance-changed' as const, subject, rule: NEVER }] : []),
    ...compareAnnotations(number, before, after, comparison, fields),
  ]
}
