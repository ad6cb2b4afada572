/** The holder of a link as an actor, and what they are shown. */
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Actor } from '../envelopes/actor.ts'
import type { EnvelopeRow } from '../envelopes/envelopes.model.ts'
import { toLinkedRequest } from '../envelopes/present-link.ts'
import { hasExpired, requireActive, requireRecipient } from '../envelopes/request-state.ts'
import type { LinkCaller } from './authorize.ts'
import type { SigningLinkDeps } from './dependencies.ts'

/** The holder of a link, after `authorize` has checked the link. */
export function linkActor(
  { envelopes }: Pick<SigningLinkDeps, 'envelopes'>,
  { recipient, row }: LinkCaller,
): Actor {
  return {
    recipient: recipient.id,
    method: 'mailbox',
    read: async () => {
      const current = await envelopes.find(row._id)
      if (!current || current.isDeleted) throw new AppError('SIGNING_LINK_NOT_FOUND')
      // Also if the sender corrected the address meanwhile: the holder sees nothing of what applies now.
      requireActive(requireRecipient(current, recipient.id))
      return current
    },
  }
}

/** Returns what the holder of a link sees of a request. */
export async function presentLinked(
  { brandings, now }: Pick<SigningLinkDeps, 'brandings' | 'now'>,
  row: EnvelopeRow,
  { recipient }: LinkCaller,
): Promise<LinkedRequest> {
  const branding = await brandings.of(row.workspaceId)
  // Nobody can act any more, even if the job has not ended the request yet.
  const shown: EnvelopeRow = hasExpired(row, now()) ? { ...row, state: 'expired' } : row
  return { ...toLinkedRequest(shown, recipient.id), ...(branding && { branding }) }
}
