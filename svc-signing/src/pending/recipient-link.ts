/** Gives a person the link that was mailed to the confirmed address of their account. */
import type { RecipientLink } from '@inkproof/protocol/pending-requests'
import { AppError } from '@inkproof/service-kit/app-error'
import { epochOf, type RecipientPath } from '../envelopes/actor.ts'
import type { EnvelopeStore } from '../envelopes/envelope-store.ts'
import { requireOpen } from '../envelopes/request-state.ts'
import { hasTurn, isActive } from '../envelopes/turns.ts'
import type { LinkSecrets } from '../link-secrets/link-secrets.ts'
import type { Person } from './person.ts'

export type RecipientLinkDeps = {
  envelopes: Pick<EnvelopeStore, 'find'>
  linkSecrets: Pick<LinkSecrets, 'secretOf'>
  now: () => Date
}

/**
 * Only while it is the recipient's turn. The link shows the document; signing needs the code from the mailbox, as with the
 * mailed link. A request that was sent to another address does not exist for the caller.
 *
 * @throws AppError ENVELOPE_NOT_FOUND, ENVELOPE_ENDED, ALREADY_SIGNED, NOT_YOUR_TURN
 */
export async function recipientLink(
  { envelopes, linkSecrets, now }: RecipientLinkDeps,
  { address }: Pick<Person, 'address'>,
  { id, recipient: recipientId }: RecipientPath,
): Promise<RecipientLink> {
  const row = await envelopes.find(id)
  const recipient = row?.recipients.find((one) => one.id === recipientId)
  const isTheirs = address !== null && recipient?.email === address && isActive(recipient)
  if (!row?.request || row.isDeleted || !isTheirs || recipient.linkId === null)
    throw new AppError('ENVELOPE_NOT_FOUND')
  requireOpen(row, now())
  if (recipient.statement) throw new AppError('ALREADY_SIGNED')
  if (!hasTurn(row.recipients, recipient)) throw new AppError('NOT_YOUR_TURN')
  const subject = { envelopeId: id, recipientId, address, epoch: epochOf(recipient) }
  return { id: recipient.linkId, secret: linkSecrets.secretOf(subject) }
}
