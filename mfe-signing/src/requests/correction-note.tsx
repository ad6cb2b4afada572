import type { EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'

/** What was entered before the sender corrected a recipient, and whether the new address got its e-mail. */
export function CorrectionNote({ recipient }: { recipient: EnvelopeRecipient }) {
  const { correctedFrom, invitation } = recipient
  if (correctedFrom === undefined) return null
  const sentAt = invitation?.state === 'sent' ? invitation.sentAt : null
  return (
    <p className="break-words text-ink-faint text-sm">
      {t('Corrected. Before: {name}, {address}', {
        name: correctedFrom.name,
        address: correctedFrom.email,
      })}
      {sentAt !== null && (
        <span className="block">
          {t('New e-mail sent: {time}', { time: formatDateTime(sentAt, { showZone: true }) })}
        </span>
      )}
    </p>
  )
}
