import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { openDeadlineOf } from '../recipients/open-deadline.ts'

/** Whether the sender can give a recipient more time: only until the deadline of the request, which everyone signs. */
export function canExtend(
  { expiresAt, isSender, state }: Envelope,
  recipient: EnvelopeRecipient,
): boolean {
  const deadline = openDeadlineOf(recipient)
  if (!isSender || state !== 'signing' || deadline === undefined || expiresAt === null) return false
  return Date.parse(deadline) < Date.parse(expiresAt)
}
