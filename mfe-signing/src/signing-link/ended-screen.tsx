import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Card } from '@inkproof/ui/card'
import { MessageScreen } from './message-screen.tsx'

/** A request that ended without a finished document. */
export function EndedScreen({ request }: { request: LinkedRequest }) {
  const { reason, title } = request
  const { heading, sentence } = describe(request)
  return (
    <MessageScreen
      title={heading}
      document={title}
      actions={
        reason !== '' && (
          <Card asChild>
            <figure>
              <figcaption className="mb-2 text-ink-muted text-sm">{t('Reason')}</figcaption>
              <blockquote className="whitespace-pre-line break-words text-ink">{reason}</blockquote>
            </figure>
          </Card>
        )
      }
    >
      {sentence}
    </MessageScreen>
  )
}

function describe(request: LinkedRequest): { heading: string; sentence: string } {
  const { expiresAt, participants, sender, state, you } = request
  if (state === 'expired')
    return {
      heading: t('The deadline has passed'),
      sentence: t(
        'The deadline was {date}. If the document is still needed, ask {sender} to send it again.',
        { date: formatDateTime(expiresAt, { showZone: true }), sender },
      ),
    }
  if (state === 'voided')
    return {
      heading: t('The sender withdrew the request'),
      sentence: t('{sender} withdrew this request. You do not have to do anything.', {
        sender,
      }),
    }
  if (you.state === 'declined')
    return {
      heading: t('You declined'),
      sentence: t('The request has ended for everyone. {sender} was told by e-mail.', { sender }),
    }
  const name = participants.find((person) => person.state === 'declined')?.name
  return {
    heading: t('Someone declined'),
    sentence:
      name === undefined
        ? t('The request has ended for everyone. You do not have to do anything.')
        : t(
            '{name} declined, so the request has ended for everyone. You do not have to do anything.',
            {
              name,
            },
          ),
  }
}
