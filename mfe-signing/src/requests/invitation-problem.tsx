import type { EnvelopeRecipient } from '@inkproof/protocol/envelopes'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'

type InvitationProblemProps = {
  recipient: EnvelopeRecipient
  /** Starts to correct the address; null if it cannot be corrected. */
  onCorrect: (() => void) | null
}

/** Whether the newest e-mail with a recipient's link did not arrive. */
export function hasProblem({ invitation }: EnvelopeRecipient): boolean {
  // Without an answer, the first attempt is under way.
  return (
    invitation?.state === 'refused' || (invitation?.state === 'due' && invitation.answer !== null)
  )
}

/** Says that the newest e-mail with a recipient's link did not arrive, what happens next, and offers to correct the address. */
export function InvitationProblem({ onCorrect, recipient }: InvitationProblemProps) {
  const { invitation, name } = recipient
  if (invitation === null || !hasProblem(recipient)) return null
  const { answer, nextTryAt, state, to } = invitation
  const action = onCorrect && (
    <Button size="sm" aria-label={t('Correct address of {name}', { name })} onClick={onCorrect}>
      {t('Correct address')}
    </Button>
  )
  if (state === 'refused')
    return (
      <Alert
        tone="danger"
        title={t('The e-mail to {name} was not delivered', { name })}
        actions={action}
      >
        {answer === null
          ? t('The mail server of {address} refused it.', { address: to })
          : t('The mail server of {address} refused it: “{answer}”', { address: to, answer })}{' '}
        {onCorrect
          ? t('Check the address, and correct it.')
          : t('Check the address. To correct it, withdraw this request and send it again.')}
      </Alert>
    )
  return (
    <Alert tone="warning" title={t('The e-mail to {name} is delayed', { name })} actions={action}>
      {nextTryAt === null
        ? t('The mail server has not accepted it yet. Inkproof keeps trying.')
        : t('The mail server has not accepted it yet. The next attempt is on {time}.', {
            time: formatDateTime(nextTryAt, { showZone: true }),
          })}{' '}
      {onCorrect && t('If the address is wrong, correct it.')}
    </Alert>
  )
}
