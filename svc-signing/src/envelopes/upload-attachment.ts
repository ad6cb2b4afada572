/** Stores the file that a signer attaches to a field. */
import { createHash } from 'node:crypto'
import { findAttachmentType, MAX_ATTACHMENTS } from '@inkproof/protocol/attachments'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Actor } from './actor.ts'
import { currentAttachments } from './attachments.ts'
import type { AttachmentRow, EnvelopeRow, RecipientRow } from './envelopes.model.ts'
import { requireRecipient, requireStarted, requireTurn } from './request-state.ts'
import { referTo, type StoreFileDeps, storeFile } from './store-file.ts'

export type NewAttachment = Pick<AttachmentRow, 'field' | 'fileName'>

/** Replaced files are deleted soon; if that fails, a row must not grow without limit. */
const MAX_LISTED = 4 * MAX_ATTACHMENTS

/**
 * Checks that somebody can attach a file to a field now. Called before the file is received.
 *
 * @throws AppError NOT_YOUR_ATTACHMENT, and those of `requireTurn`
 */
export async function admitAttachment(
  { now }: Pick<StoreFileDeps, 'now'>,
  { read, recipient: id }: Actor,
  field: string,
): Promise<{ row: EnvelopeRow; recipient: RecipientRow }> {
  const row = await read()
  const recipient = requireRecipient(row, id)
  requireTurn(row, recipient, now())
  const isAsked = requireStarted(row).fields.some(
    (item) =>
      item.id === field && item.type === 'attachment' && item.recipient === recipient.original,
  )
  if (!isAsked) throw new AppError('NOT_YOUR_ATTACHMENT')
  return { row, recipient }
}

/**
 * Stores the file, which replaces the one before. The same file again changes nothing.
 *
 * @throws AppError ATTACHMENT_TYPE_REFUSED; UNAVAILABLE if too many replaced files wait to be deleted; those of
 * {@link admitAttachment}, also if the request has changed while the file was stored
 */
export async function uploadAttachment(
  deps: StoreFileDeps,
  actor: Actor,
  { field, fileName }: NewAttachment,
  bytes: Uint8Array,
): Promise<AttachmentRow> {
  const mediaType = findAttachmentType(bytes)
  if (!mediaType) throw new AppError('ATTACHMENT_TYPE_REFUSED')
  const { recipient, row } = await admitAttachment(deps, actor, field)
  const fingerprint = createHash('sha256').update(bytes).digest('hex')
  const before = currentAttachments(row).find((item) => item.field === field)
  const isSame =
    before?.fingerprint === fingerprint &&
    before.fileName === fileName &&
    before.recipient === recipient.id
  if (before && isSame) return before
  const { file, size } = await storeFile(deps, row, bytes, mediaType)
  const uploadedAt = deps.now()
  const added = { field, recipient: recipient.id, file, fileName, size, fingerprint, uploadedAt }
  const changed = await referTo(deps, row, { file, size, fingerprint }, canAttach(recipient), {
    $push: { attachments: added },
    // The job deletes what this file replaces.
    $set: { dueAt: uploadedAt },
  })
  if (changed) return added
  await admitAttachment(deps, actor, field)
  throw new AppError('UNAVAILABLE')
}

/** What must still hold when the file is stored, so that nobody attaches anything after they have signed. */
function canAttach({ id }: RecipientRow) {
  return {
    state: 'signing' as const,
    isDeleted: false,
    // By an index, `null` would also match a path that does not exist.
    recipients: { $elemMatch: { id, statement: null, handedOverTo: null } },
    [`attachments.${MAX_LISTED - 1}`]: { $exists: false },
  }
}
