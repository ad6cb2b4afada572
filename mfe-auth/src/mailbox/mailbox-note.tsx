import { site, type ToastContent } from '@inkproof/slice'
import { TextLink } from '@inkproof/ui/link'

/** Where mails are read on an installation that delivers none; nothing elsewhere. */
export function MailboxNote() {
  const { mailbox } = site()
  if (!mailbox) return null
  return (
    <p className="text-ink-muted text-sm">
      This installation delivers its mail into a{' '}
      <TextLink href={mailbox} target="_blank" rel="noopener">
        test mailbox of its own
        <span className="sr-only"> (opens in a new tab)</span>
      </TextLink>
      .
    </p>
  )
}

/** The same for a toast. */
export function mailboxAction(): Pick<ToastContent, 'action'> {
  const { mailbox } = site()
  if (!mailbox) return {}
  const run = () => void open(mailbox, '_blank', 'noopener')
  return { action: { label: 'Open the test mailbox', run } }
}
