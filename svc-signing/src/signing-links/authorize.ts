/** Finds the recipient of a link, and checks that the caller holds it and knows the access code. */
import type { LinkProof } from '@inkproof/protocol/signing-links'
import { AppError } from '@inkproof/service-kit/app-error'
import { isAccessCode } from '../envelopes/access-code.ts'
import { epochOf } from '../envelopes/actor.ts'
import type { EnvelopeStore } from '../envelopes/envelope-store.ts'
import type { AccessCodeRow, EnvelopeRow, RecipientRow } from '../envelopes/envelopes.model.ts'
import { requireActive } from '../envelopes/request-state.ts'
import type { LinkSecrets } from '../link-secrets/link-secrets.ts'
import type { StartedRow } from '../mails/new-mail.ts'

export type AuthorizeDeps = {
  envelopes: Pick<EnvelopeStore, 'findByLink' | 'change'>
  linkSecrets: Pick<LinkSecrets, 'isSecretOf'>
}

/** A recipient whose link the caller holds. */
export type LinkCaller = { row: StartedRow; recipient: RecipientRow; index: number }

/** After this many wrong access codes, the sender has to send a reminder. */
const MAX_WRONG = 10

/**
 * A wrong secret, and a link whose address the sender has corrected, get the same response as a link that does not exist.
 *
 * @throws AppError SIGNING_LINK_NOT_FOUND, HANDED_OVER, ACCESS_CODE_NEEDED, ACCESS_CODE_WRONG, ACCESS_CODE_LOCKED
 */
export async function authorize(
  deps: AuthorizeDeps,
  linkId: string,
  { accessCode, secret }: LinkProof,
): Promise<LinkCaller> {
  const row = await deps.envelopes.findByLink(linkId)
  const index = row?.recipients.findIndex((recipient) => recipient.linkId === linkId) ?? -1
  const recipient = row?.recipients[index]
  if (!row?.request || row.isDeleted || !recipient) throw new AppError('SIGNING_LINK_NOT_FOUND')
  const { email: address, id: recipientId } = recipient
  const subject = { envelopeId: row._id, recipientId, address, epoch: epochOf(recipient) }
  if (!deps.linkSecrets.isSecretOf(secret, subject)) throw new AppError('SIGNING_LINK_NOT_FOUND')
  requireActive(recipient)
  if (recipient.accessCode)
    await checkAccessCode(deps, row, index, { row: recipient.accessCode, entered: accessCode })
  return { row: { ...row, request: row.request }, recipient, index }
}

/**
 * Counts an attempt before it compares the code, so that attempts at the same time are limited too. A correct code is not
 * counted in the end.
 */
async function checkAccessCode(
  { envelopes }: Pick<AuthorizeDeps, 'envelopes'>,
  { _id }: EnvelopeRow,
  index: number,
  { entered, row }: { row: AccessCodeRow; entered: string | null },
): Promise<void> {
  const path = `recipients.${index}.accessCode.wrong`
  const isOpen = { [path]: { $lt: MAX_WRONG } }
  if (row.wrong >= MAX_WRONG) throw new AppError('ACCESS_CODE_LOCKED')
  if (entered === null) throw new AppError('ACCESS_CODE_NEEDED')
  if (!(await envelopes.change(_id, isOpen, { $inc: { [path]: 1 } })))
    throw new AppError('ACCESS_CODE_LOCKED')
  if (!(await isAccessCode(row, entered))) throw new AppError('ACCESS_CODE_WRONG')
  await envelopes.change(_id, { [path]: { $gt: 0 } }, { $inc: { [path]: -1 } })
}
