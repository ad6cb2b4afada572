import type { EmailSettings } from '@inkproof/protocol/emails'
import { toast } from '@inkproof/slice'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { FormError } from '../forms/form-error.tsx'
import { useActions } from '../forms/use-actions.ts'
import { MailboxNote } from '../mailbox/mailbox-note.tsx'
import { cancelChange } from './emails.api.ts'
import { MailState } from './mail-state.tsx'
import { useEmailChange } from './use-email-settings.ts'

/** A change that is not confirmed yet, with a button to cancel it. */
export function PendingChange({ pending }: { pending: NonNullable<EmailSettings['pending']> }) {
  const { email, expiresAt, mail } = pending
  const { busy, error, run } = useActions()
  const change = useEmailChange()
  async function cancel() {
    const isCancelled = await run('cancel', () => change(cancelChange))
    if (!isCancelled) return
    toast({
      title: t('Change cancelled'),
      description: t('{email} will not be used.', { email }),
    })
  }
  return (
    <Card>
      <CardHeader
        level={3}
        title={t('Confirm your new e-mail address')}
        description={rich(
          'Open the link in our e-mail to {email}. It is valid until {date}. Your address won’t change until you open it.',
          {
            email: <span className="break-all text-ink">{email}</span>,
            date: formatDateTime(expiresAt),
          },
        )}
      />
      <div className="space-y-4">
        <FormError error={error} />
        <MailState mail={mail} />
        <MailboxNote />
        <Button size="sm" busy={busy !== null} onClick={() => void cancel()}>
          {t('Cancel change')}
        </Button>
      </div>
    </Card>
  )
}
