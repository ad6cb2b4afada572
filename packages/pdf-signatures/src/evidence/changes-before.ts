/** Finds what was changed between the prepared file, which is the first revision, and the first signature. */
import { compareRevisions, readSnapshot } from '../changes/compare-revisions.ts'
import type { Finding } from '../changes/finding.ts'
import { PdfDocument } from '../pdf/document.ts'
import type { PdfFile } from '../pdf/file.ts'
import { hasTrueLinearization, isStrictUpdate } from '../pdf/strict-update.ts'
import { isType } from '../pdf/values.ts'
import { readFields } from '../signature-fields.ts'

/**
 * Whether anything but the fields, the evidence and the first signatures was changed. Fields are compared with the
 * statements.
 *
 * @param attachment name of the evidence
 * @param fields names of the fields of the signing request
 */
export function hasOtherChanges(
  file: PdfFile,
  attachment: string,
  fields: ReadonlySet<string>,
): boolean {
  const first = file.revisions.findIndex((_, revision) => revision > 0 && isSigned(file, revision))
  if (first < 0 || isSigned(file, 0) || !hasTrueLinearization(file)) return true
  for (let revision = 1; revision <= first; revision++)
    if (!isStrictUpdate(file, revision)) return true
  const [before, after] = [0, first].map((revision) =>
    readSnapshot(new PdfDocument(file, revision)),
  )
  if (!before || !after) return true
  const findings = compareRevisions(before, after, () => true)
  return !findings.every((finding) => isExpected(finding, attachment, fields))
}

function isExpected(
  { kind, rule, subject }: Finding,
  attachment: string,
  fields: ReadonlySet<string>,
): boolean {
  switch (kind) {
    case 'attachment-changed':
      return subject === attachment || subject === null
    case 'field-filled':
    case 'appearance-changed':
      return subject !== null && fields.has(subject)
    default:
      return rule.allow === 'with-filling' || rule.allow === 'signing' || rule.allow === 'always'
  }
}

function isSigned(file: PdfFile, revision: number): boolean {
  const document = new PdfDocument(file, revision)
  return [...readFields(document).values()].some(
    ({ dict, fieldType }) => fieldType === 'Sig' && isType(document.get(dict, 'V'), 'dict'),
  )
}
