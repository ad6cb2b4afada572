import type { Participant } from '@inkproof/protocol/envelopes'

/** Returns until when a recipient can act, if it is their turn and they have less time than the request; otherwise undefined. */
export function openDeadlineOf({ answerBy, state }: Participant): string | undefined {
  const isTurn = state === 'invited' || state === 'opened' || state === 'verified'
  return isTurn ? answerBy : undefined
}
