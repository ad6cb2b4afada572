import { countSteps } from '../pdf/count-steps.ts'
import type { PdfDocument } from '../pdf/document.ts'
import { textOf } from '../pdf/text.ts'
import { isType, type PdfDict, type PdfValue, TooLargeError } from '../pdf/values.ts'
import type { Comparison } from './comparison.ts'
import { type Finding, NEVER } from './finding.ts'

const MAX_ATTACHMENTS = 10_000
const MAX_DEPTH = 32

/** Compares the embedded files of two name dictionaries (ISO 32000-2, 7.7.4) by their names. */
export function attachmentChanges(
  old: PdfDict,
  current: PdfDict,
  comparison: Comparison,
): Finding[] {
  const [tree, newTree] = [old.entries.get('EmbeddedFiles'), current.entries.get('EmbeddedFiles')]
  if (comparison.isSame(tree, newTree)) return []
  const before = readNameTree(comparison.before, tree)
  const after = readNameTree(comparison.after, newTree)
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !comparison.isSame(before.get(name), after.get(name)),
  )
  // A tree that is arranged differently is read differently by readers that search it by /Limits.
  const subjects = names.length > 0 ? names : [null]
  return subjects.map((subject) => ({ kind: 'attachment-changed', subject, rule: NEVER }))
}

/** The leaves of a name tree (7.9.6). */
function readNameTree(document: PdfDocument, root: PdfValue | undefined): Map<string, PdfValue> {
  const leaves = new Map<string, PdfValue>()
  const count = countSteps('attachments')
  visit(root, 0)
  return leaves

  function visit(value: PdfValue | undefined, depth: number): void {
    count(1)
    const node = document.resolve(value)
    if (depth > MAX_DEPTH || leaves.size > MAX_ATTACHMENTS) {
      throw new TooLargeError('Too many attachments')
    }
    if (!isType(node, 'dict')) return
    const names = document.getItems(node, 'Names')
    count(names.length)
    for (let index = 0; index + 1 < names.length; index += 2) {
      const name = textOf(document.resolve(names[index]))
      if (name !== null) leaves.set(name, names[index + 1] ?? null)
    }
    for (const kid of document.getItems(node, 'Kids')) visit(kid, depth + 1)
  }
}
