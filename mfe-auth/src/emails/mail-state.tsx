import type { SentEmail } from '@inkproof/protocol/mail'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'

/** The delivery state of an e-mail; a rejection is shown as an alert. */
export function MailState({ mail }: { mail: SentEmail }) {
  const { state, to, tries, answer } = mail
  if (state === 'refused') {
    return (
      <Alert tone="danger" title={t('The e-mail to {to} was rejected', { to })}>
        {answer === null
          ? t('The mail server gave no reason. Check the address.')
          : t('The mail server responded: {answer}. Check the address.', { answer })}
      </Alert>
    )
  }
  return (
    <p role="status" className="text-ink-muted text-sm">
      {state === 'sent'
        ? t('An e-mail is on its way to {to}.', { to })
        : describePending(to, tries)}
    </p>
  )
}

function describePending(to: string, tries: number): string {
  if (tries === 0) return t('Sending an e-mail to {to}…', { to })
  return t(
    'The mail server has not accepted the e-mail to {to} yet. We’ll keep retrying automatically.',
    { to },
  )
}
