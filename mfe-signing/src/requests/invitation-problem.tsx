import type { EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'

/** Says that the newest e-mail with a recipient's link did not arrive, and what happens next. */
export function InvitationProblem({
  recipient: { invitation, name },
}: {
  recipient: EnvelopeRecipient
}) {
  if (invitation === null) return null
  const { answer, nextTryAt, state, to } = invitation
  if (state === 'refused')
    return (
      <Alert tone="danger" title={t('The e-mail to {name} was not delivered', { name })}>
        {answer === null
          ? t('The mail server of {address} refused it.', { address: to })
          : t('The mail server of {address} refused it: “{answer}”', { address: to, answer })}{' '}
        {t('Check the address. To correct it, withdraw this request and send it again.')}
      </Alert>
    )
  // Without an answer, the first attempt is under way.
  if (state === 'due' && answer !== null)
    return (
      <Alert tone="warning" title={t('The e-mail to {name} is delayed', { name })}>
        {nextTryAt === null
          ? t('The mail server did not accept it yet. Inkproof keeps trying.')
          : t('The mail server did not accept it yet. The next attempt is on {time}.', {
              time: formatDateTime(nextTryAt, { showZone: true }),
            })}
      </Alert>
    )
  return null
}
