import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { MailboxNote } from '../mailbox/mailbox-note.tsx'

/** Shown after a reset link was requested, below a heading that says it was sent. */
export function ResetSent({ onBack }: { onBack: () => void }) {
  return (
    <div data-initial-focus tabIndex={-1} className="space-y-5 outline-none">
      <Alert>
        {t(
          "If you don't see the email in your inbox, check your spam folder. The reset link will expire in 1 hour.",
        )}
      </Alert>
      <MailboxNote />
      <Button variant="primary" wide onClick={onBack}>
        {t('Back to Sign In')}
      </Button>
    </div>
  )
}
