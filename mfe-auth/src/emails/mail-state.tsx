import type { SentMail } from '@inkproof/protocol/mail'
import { Alert } from '@inkproof/ui/alert'

/** What becomes of a mail, in one sentence; a refusal is said aloud. */
export function MailState({ mail }: { mail: SentMail }) {
  const { state, to, tries, answer } = mail
  if (state === 'refused') {
    return (
      <Alert tone="danger" title={`The mail to ${to} was refused`}>
        The mail server said: {answer ?? 'nothing'}. Check the address.
      </Alert>
    )
  }
  return (
    <p role="status" className="text-ink-muted text-sm">
      {state === 'sent' ? `A mail is on its way to ${to}.` : waiting(to, tries)}
    </p>
  )
}

function waiting(to: string, tries: number): string {
  if (tries === 0) return `A mail to ${to} is being sent…`
  return `The mail server has not taken the mail to ${to} yet; it is tried again by itself.`
}
