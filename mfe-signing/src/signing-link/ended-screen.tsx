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
  const { participants, sender, state, you } = request
  if (state === 'expired') return describeExpiry(request)
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
      sentence: t('The request has ended for everyone. {sender} was notified by e-mail.', {
        sender,
      }),
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

/** The deadline of the request, or of a recipient, has passed. */
function describeExpiry(request: LinkedRequest): { heading: string; sentence: string } {
  const { expiresAt, participants, sender, you } = request
  const late = you.isLate ? you : participants.find(({ isLate }) => isLate)
  const date = formatDateTime(late?.answerBy ?? expiresAt, { showZone: true })
  if (late === undefined)
    return {
      heading: t('The deadline has passed'),
      sentence: t(
        'The deadline was {date}. If the document is still needed, ask {sender} to send it again.',
        { date, sender },
      ),
    }
  if (late === you)
    return {
      heading: t('Your deadline has passed'),
      sentence: t(
        'You had until {date} to respond. The request has ended for everyone. If the document is still needed, ask {sender} to send it again.',
        { date, sender },
      ),
    }
  return {
    heading: t('Someone did not respond in time'),
    sentence: t(
      '{name} did not respond by {date}, so the request has ended for everyone. You do not have to do anything.',
      { name: late.name, date },
    ),
  }
}
