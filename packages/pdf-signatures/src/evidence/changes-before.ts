/** Finds what was changed between the prepared file and the request's first signature. */
import { compareRevisions, readSnapshot } from '../changes/compare-revisions.ts'
import type { Finding } from '../changes/finding.ts'
import { PdfDocument } from '../pdf/document.ts'
import type { PdfFile } from '../pdf/file.ts'
import { hasTrueLinearization, isStrictUpdate } from '../pdf/strict-update.ts'
import { signedFields } from './signed-fields.ts'

/** What may change besides signatures: the evidence is attached, and these fields are filled. */
export type Expected = { attachment: string; fields: ReadonlySet<string> }

/**
 * Whether anything but the fields, the evidence and the first signatures was changed. Fields are compared with the
 * statements. To a file that was already signed, only signatures are added.
 *
 * @param prepared the last revision of the prepared file
 */
export function hasOtherChanges(file: PdfFile, prepared: number, expected: Expected): boolean {
  const earlier = signedFields(file, prepared)
  const first = file.revisions.findIndex(
    (_, revision) =>
      revision > prepared &&
      [...signedFields(file, revision).keys()].some((id) => !earlier.has(id)),
  )
  if (first < 0 || !hasTrueLinearization(file)) return true
  for (let revision = prepared + 1; revision <= first; revision++)
    if (!isStrictUpdate(file, revision)) return true
  const [before, after] = [prepared, first].map((revision) =>
    readSnapshot(new PdfDocument(file, revision)),
  )
  if (!before || !after) return true
  const findings = compareRevisions(before, after, () => true)
  return !findings.every((finding) => isExpected(finding, earlier.size === 0 ? expected : null))
}

function isExpected({ kind, rule, subject }: Finding, expected: Expected | null): boolean {
  switch (expected && kind) {
    case 'attachment-changed':
      return subject === expected?.attachment || subject === null
    case 'field-filled':
    case 'appearance-changed':
      return subject !== null && expected?.fields.has(subject) === true
    default:
      return rule.allow === 'with-filling' || rule.allow === 'signing' || rule.allow === 'always'
  }
}
