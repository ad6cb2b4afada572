import type { EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { plural, t } from '@inkproof/texts/text'
import { openDeadlineOf } from '../recipients/open-deadline.ts'

/** Until when a recipient can act, or before their turn, how long they will have. Nothing if they have as long as the request. */
export function RecipientDeadline({ recipient }: { recipient: EnvelopeRecipient }) {
  const { answerWithinDays, state } = recipient
  const deadline = openDeadlineOf(recipient)
  if (deadline !== undefined)
    return (
      <p className="text-ink-muted text-sm">
        <time dateTime={deadline}>
          {t('Deadline: {time}', { time: formatDateTime(deadline, { showZone: true }) })}
        </time>
      </p>
    )
  if (state !== 'later' || answerWithinDays === undefined) return null
  return (
    <p className="text-ink-faint text-sm">
      {plural(answerWithinDays, {
        one: '{count} day to respond after the invitation',
        other: '{count} days to respond after the invitation',
      })}
    </p>
  )
}
