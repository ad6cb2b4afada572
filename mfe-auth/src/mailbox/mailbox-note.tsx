import { site, type ToastContent } from '@inkproof/slice'
import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { TextLink } from '@inkproof/ui/link'

/** Links to the local mailbox of an installation that delivers no e-mail; renders nothing elsewhere. */
export function MailboxNote() {
  const { mailbox } = site()
  if (!mailbox) return null
  return (
    <p className="text-ink-muted text-sm">
      {rich('This installation delivers its e-mails to a <link>test mailbox</link>.', {
        link: (text) => (
          <TextLink href={mailbox} target="_blank" rel="noopener">
            {text}
            <span className="sr-only"> {t('(opens in a new tab)')}</span>
          </TextLink>
        ),
      })}
    </p>
  )
}

/** Returns a toast action that opens the test mailbox; empty if there is none. */
export function mailboxAction(): Pick<ToastContent, 'action'> {
  const { mailbox } = site()
  if (!mailbox) return {}
  const run = () => void open(mailbox, '_blank', 'noopener')
  return { action: { label: t('Open the test mailbox'), run } }
}
