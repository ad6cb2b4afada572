import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'

/**
 * Whether the sender can correct a recipient: anybody until somebody has signed or approved, afterwards one whose e-mail was
 * refused and who has not opened the request.
 */
export function canCorrect(envelope: Envelope, recipient: EnvelopeRecipient): boolean {
  const { isSender, state } = envelope
  if (!isSender || state !== 'signing' || recipient.isYou) return false
  return !hasSignatures(envelope) || isUndelivered(recipient)
}

/** Whether somebody has signed, approved or declined, so that names can no longer be corrected. */
export function hasSignatures({ recipients }: Pick<Envelope, 'recipients'>): boolean {
  return recipients.some(({ actedAt }) => actedAt !== null)
}

function isUndelivered({ invitation, state }: EnvelopeRecipient): boolean {
  return state === 'invited' && invitation?.state === 'refused'
}
