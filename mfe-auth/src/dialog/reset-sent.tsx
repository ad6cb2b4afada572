import { site } from '@inkproof/slice'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { TextLink } from '@inkproof/ui/link'

/** After a reset link was asked for; the dialog's own title and first sentence say that it is on its way. */
export function ResetSent({ onBack }: { onBack: () => void }) {
  const { mailbox } = site()
  return (
    <div data-start tabIndex={-1} className="space-y-5 outline-none">
      <Alert>
        If you don't see the email in your inbox, check your spam folder. The reset link will expire
        in 1 hour.
      </Alert>
      {mailbox && (
        <p className="text-ink-muted text-sm">
          This installation delivers its mail into a{' '}
          <TextLink href={mailbox} target="_blank" rel="noopener">
            test mailbox of its own
            <span className="sr-only"> (opens in a new tab)</span>
          </TextLink>
          .
        </p>
      )}
      <Button variant="primary" wide onClick={onBack}>
        Back to Sign In
      </Button>
    </div>
  )
}
