import type { Participant } from '@inkproof/protocol/envelopes'

/** Whether other people than the person of the session receive a request. */
export function isSentToOthers({
  recipients,
}: {
  recipients: readonly Pick<Participant, 'isYou'>[]
}): boolean {
  return recipients.some(({ isYou }) => !isYou)
}
