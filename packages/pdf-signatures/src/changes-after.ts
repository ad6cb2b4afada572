import { compareRevisions, readSnapshot, type Snapshot } from './changes/compare-revisions.ts'
import { type Finding, isPermitted, NEVER, type Policy } from './changes/finding.ts'
import type { CheckedSignature } from './integrity.ts'
import { PdfDocument } from './pdf/document.ts'
import type { PdfFile } from './pdf/file.ts'
import { endsWithRevision, hasTrueLinearization, isStrictUpdate } from './pdf/strict-update.ts'
import { UnreadableError } from './pdf/values.ts'
import type { Change } from './report.ts'
import { type Permissions, readPermissions } from './signature-dictionary.ts'

const UNREADABLE_DATA: Finding = { kind: 'unreadable-data', subject: null, rule: NEVER }

/**
 * Returns the changes of each revision, by its index; empty for revisions up to the first signed one.
 * The last item is what follows the last revision. Each change is judged by all signatures before it.
 */
export function changesAfterRevisions(file: PdfFile, signatures: CheckedSignature[]): Change[][] {
  const count = file.revisions.length
  const first = Math.min(...signatures.map(({ revision }) => revision), count)
  const changes: Change[][] = Array.from({ length: count + 1 }, () => [])
  const intact = new Set(
    signatures.flatMap(({ field, integrity }) => (integrity.status === 'intact' ? [field.id] : [])),
  )
  let before = first < count - 1 ? snapshotOrNull(file, first) : null
  for (let revision = first + 1; revision < count; revision++) {
    const after = snapshotOrNull(file, revision)
    const findings =
      before && after ? compareRevisions(before, after, (id) => intact.has(id)) : [UNREADABLE_DATA]
    if (!isStrictUpdate(file, revision)) findings.push(UNREADABLE_DATA)
    changes[revision] = judge(findings, policyAt(revision, file, signatures))
    before = after
  }
  if (!endsWithRevision(file) || !hasTrueLinearization(file))
    changes[count] = judge([UNREADABLE_DATA], { level: null, locks: [] })
  return changes
}

/** The permissions that a signature states, in the revision that it signs. */
export function permissionsOf(
  { dict, field, revision, integrity }: CheckedSignature,
  file: PdfFile,
): Permissions {
  if (integrity.status === 'invalid' && integrity.code === 'ambiguous') {
    return { docMdp: null, locks: null }
  }
  return readPermissions(dict, field.dict, new PdfDocument(file, revision))
}

function snapshotOrNull(file: PdfFile, revision: number): Snapshot | null {
  try {
    return readSnapshot(new PdfDocument(file, revision))
  } catch (error) {
    if (error instanceof UnreadableError) return null
    throw error
  }
}

/** Also a signature that is not valid restricts what follows it: nothing becomes permitted by damaging it. */
function policyAt(revision: number, file: PdfFile, signatures: CheckedSignature[]): Policy {
  const permissions = signatures
    .filter((signature) => signature.revision < revision)
    .map((signature) => permissionsOf(signature, file))
  const levels = permissions.flatMap(({ docMdp }) => (docMdp === null ? [] : [docMdp]))
  return {
    level: levels.reduce<Policy['level']>(
      (least, level) => (least === null || level < least ? level : least),
      null,
    ),
    locks: permissions.flatMap(({ locks }) => (locks ? [locks] : [])),
  }
}

function judge(findings: Finding[], policy: Policy): Change[] {
  return findings.map((finding) => ({
    kind: finding.kind,
    subject: finding.subject,
    isPermitted: isPermitted(finding, policy),
  }))
}
