/** Whose turn it is in a signing request. */
import type { EnvelopeSummary, Participant } from '@inkproof/protocol/envelopes'
import { mustAct } from '../recipients/must-act.ts'

/** Returns those who can sign or approve now, and have not. */
export function whoseTurn({ recipients }: { recipients: readonly Participant[] }): Participant[] {
  return recipients.filter(
    ({ role, state }) =>
      mustAct({ role }) && (state === 'invited' || state === 'opened' || state === 'verified'),
  )
}

/** Whether the person of the session can sign or approve now. */
export function isYourTurn(envelope: Pick<EnvelopeSummary, 'recipients' | 'state'>): boolean {
  return envelope.state === 'signing' && whoseTurn(envelope).some(({ isYou }) => isYou)
}
