/** What everybody in a request sees of a recipient. */
import type { EnvelopeState, Participant, RecipientState } from '@inkproof/protocol/envelopes'
import { isLate } from './answer-times.ts'
import type { RecipientRow, RequestRow } from './envelopes.model.ts'
import { hasTurn, isActive, mustAct } from './turns.ts'

/** What a list reads of a recipient. */
export type ParticipantRow = Pick<
  RecipientRow,
  | 'id'
  | 'accountId'
  | 'name'
  | 'email'
  | 'role'
  | 'order'
  | 'original'
  | 'handedOverTo'
  | 'isCorrected'
  | 'answerBy'
  | 'openedAt'
> & {
  key: object | null
  statement: { signedAt: Date } | null
  declined: { at: Date } | null
}

type Row<Recipient> = {
  state: EnvelopeState
  recipients: readonly Recipient[]
  request: Pick<RequestRow, 'expiresAt'> | null
}

/** The recipients in the order in which they act, without those who were replaced. */
export function activeInOrder<Recipient extends ParticipantRow>({
  recipients,
}: Row<Recipient>): Recipient[] {
  return recipients.filter(isActive).toSorted((a, b) => a.order - b.order)
}

export function toParticipant(
  row: Row<ParticipantRow>,
  recipient: ParticipantRow,
  isYou: boolean,
): Participant {
  const { answerBy, declined, email, id, name, order, original, role, statement } = recipient
  const { recipients, request } = row
  const actedAt = statement?.signedAt ?? declined?.at
  const isCorrected = replacedBy(row, id)?.isCorrected
  return {
    ...{ id, name, email, role, order, original, isYou },
    tookOverFrom: handedOverBy(row, id)?.name ?? null,
    ...(isCorrected && { isCorrected }),
    state: stateOf(row, recipient),
    actedAt: actedAt?.toISOString() ?? null,
    ...(answerBy && { answerBy: answerBy.toISOString() }),
    ...(row.state === 'expired' &&
      request &&
      isLate(recipients, request, recipient) && { isLate: true }),
  }
}

/** Returns the recipient in whose place this one is; undefined for the first one. */
export function replacedBy<Recipient extends ParticipantRow>(
  { recipients }: Row<Recipient>,
  id: string,
): Recipient | undefined {
  return recipients.find(({ handedOverTo }) => handedOverTo === id)
}

/** Returns who handed over to this recipient, whose entry the sender may have corrected since. */
function handedOverBy(row: Row<ParticipantRow>, id: string): ParticipantRow | undefined {
  const before = replacedBy(row, id)
  return before?.isCorrected ? handedOverBy(row, before.id) : before
}

function stateOf(
  { recipients, state }: Row<ParticipantRow>,
  recipient: ParticipantRow,
): RecipientState {
  const { declined, key, openedAt, statement } = recipient
  if (declined) return 'declined'
  const isOver = state === 'completing' || state === 'completed'
  if (statement || (isOver && !mustAct(recipient))) return 'done'
  if (!hasTurn(recipients, recipient)) return 'later'
  if (key) return 'verified'
  return openedAt ? 'opened' : 'invited'
}
