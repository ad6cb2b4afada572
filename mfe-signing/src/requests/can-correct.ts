import type { Envelope, EnvelopeRecipient } from '@inkproof/protocol/envelopes'

/** Whether the sender can correct a recipient: until somebody has signed, approved or declined. */
export function canCorrect(envelope: Envelope, { isYou }: EnvelopeRecipient): boolean {
  const { isSender, recipients, state } = envelope
  return (
    isSender && state === 'signing' && !isYou && recipients.every(({ actedAt }) => actedAt === null)
  )
}
