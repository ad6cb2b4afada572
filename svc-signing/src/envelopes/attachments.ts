/**
 * The files that signers attach. A row lists each of them in the order of their uploads, and the last one of a field counts:
 * an upload only appends, so that it and a statement at the same time cannot both take effect with different files.
 */
import { fromBase64Url, toHex } from '@inkproof/proof/bytes'
import { AppError } from '@inkproof/service-kit/app-error'
import { revealedAttachment } from '@inkproof/signing/hidden-value'
import { decodeSignedStatement, type SignedStatement } from '@inkproof/signing/signed-statement'
import type { AttachmentRow, EnvelopeRow, RecipientRow } from './envelopes.model.ts'
import { hasEndedUnsigned } from './request-state.ts'
import type { StoreFileDeps } from './store-file.ts'
import { isActive } from './turns.ts'

type WithAttachments = Pick<EnvelopeRow, 'attachments' | 'recipients' | 'state'>

/** Returns the file that was attached last to each field. */
export function currentAttachments({
  attachments = [],
}: Pick<EnvelopeRow, 'attachments'>): AttachmentRow[] {
  return [...new Map(attachments.map((item) => [item.field, item])).values()]
}

/** Returns what everybody in the request can download: what the people who have signed had attached. */
export function shownAttachments(row: WithAttachments): AttachmentRow[] {
  return hasEndedUnsigned(row) ? [] : currentAttachments(row).filter((item) => isStated(row, item))
}

/** Returns an attachment that can be downloaded. @throws AppError ATTACHMENT_NOT_FOUND */
export function requireAttachment(row: WithAttachments, field: string): AttachmentRow {
  const found = shownAttachments(row).find((item) => item.field === field)
  if (!found) throw new AppError('ATTACHMENT_NOT_FOUND')
  return found
}

/** Returns why the files that a statement names are not those that its recipient has attached; undefined if they are. */
export function findAttachmentProblem(
  { revealed }: Pick<SignedStatement, 'revealed'>,
  { id }: Pick<RecipientRow, 'id'>,
  attachments: readonly AttachmentRow[],
): string | undefined {
  for (const item of revealed.filter(({ kind }) => kind === 'attachment')) {
    const stored = attachments.find(({ field }) => field === item.field)
    if (stored?.recipient !== id) return 'ATTACHMENT_MISSING'
    const { fileName, fingerprint } = revealedAttachment(item)
    const isSame = toHex(fingerprint) === stored.fingerprint && fileName === stored.fileName
    if (!isSame) return 'ATTACHMENT_DIFFERS'
  }
  return undefined
}

/**
 * Deletes the files that nobody needs any more: replaced ones, those that their owner has not named in their statement or did not
 * sign, and all of a request that has ended without completion.
 */
export async function removeUnusedAttachments(
  { envelopes, files }: Pick<StoreFileDeps, 'envelopes' | 'files'>,
  row: EnvelopeRow,
): Promise<void> {
  for (const { file } of unusedAttachments(row)) {
    await files.remove(file, row.workspaceId)
    await envelopes.change(row._id, {}, { $pull: { attachments: { file } } })
  }
}

/** Returns the files that {@link removeUnusedAttachments} deletes. */
function unusedAttachments(row: WithAttachments): AttachmentRow[] {
  if (hasEndedUnsigned(row)) return row.attachments ?? []
  const current = currentAttachments(row)
  return (row.attachments ?? []).filter((item) => {
    const owner = row.recipients.find(({ id }) => id === item.recipient)
    const isOver = !owner || !isActive(owner) || owner.statement !== null
    return !current.includes(item) || (isOver && !isStated(row, item))
  })
}

function isStated({ recipients }: WithAttachments, { field, recipient }: AttachmentRow): boolean {
  const owner = recipients.find(({ id }) => id === recipient)
  if (!owner?.statement) return false
  const { revealed } = decodeSignedStatement(fromBase64Url(owner.statement.signed))
  return revealed.some((item) => item.kind === 'attachment' && item.field === field)
}
