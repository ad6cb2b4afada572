import type { EnvelopeRecipient, EnvelopeState } from '@inkproof/protocol/envelopes'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { Badge } from '@inkproof/ui/badge'
import { describeParticipant } from '../recipients/describe-participant.ts'

type StatusProps = { recipient: EnvelopeRecipient; envelopeState: EnvelopeState }

/** A badge that says how far a recipient is, with the time when they acted. */
export function RecipientStatus({ envelopeState, recipient }: StatusProps) {
  const { label, tone } = describeParticipant(recipient, envelopeState)
  const { actedAt } = recipient
  return (
    <p className="flex flex-wrap items-center gap-2 text-ink-faint text-sm">
      <Badge tone={tone}>{label}</Badge>
      {actedAt && <time dateTime={actedAt}>{formatDateTime(actedAt, { showZone: true })}</time>}
    </p>
  )
}
