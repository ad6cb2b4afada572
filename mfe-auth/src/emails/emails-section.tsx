import type { EmailSettings } from '@inkproof/protocol/emails'
import { toast } from '@inkproof/slice'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { ErrorState } from '@inkproof/ui/error-state'
import { Skeleton } from '@inkproof/ui/skeleton'
import { FormError } from '../forms/form-error.tsx'
import { useAct } from '../forms/use-act.ts'
import { MailboxNote, mailboxAction } from '../mailbox/mailbox-note.tsx'
import { ChangeForm } from './change-form.tsx'
import { sendConfirmation } from './emails.api.ts'
import { MailState } from './mail-state.tsx'
import { PendingChange } from './pending-change.tsx'
import { useEmailChange, useEmailSettings } from './use-email-settings.ts'

/** The address of the account: whether it is confirmed, and another one. */
export function Component() {
  const { data: settings, isError, refetch } = useEmailSettings()
  if (settings === undefined && isError) {
    return (
      <ErrorState title="Your e-mail address could not be loaded" onRetry={() => void refetch()}>
        The service that keeps your account did not answer. Nothing was changed.
      </ErrorState>
    )
  }
  if (settings === undefined) return <Skeleton className="h-56 w-full rounded-xl" />
  return (
    <>
      {settings.email && <Present settings={settings} />}
      {settings.pending ? (
        <PendingChange pending={settings.pending} />
      ) : (
        <ChangeForm isFirst={settings.email === null} />
      )}
    </>
  )
}

function Present({ settings: { email, confirmed, confirmation } }: { settings: EmailSettings }) {
  return (
    <Card>
      <CardHeader
        level={3}
        title={<span className="break-all">{email}</span>}
        description={
          confirmed
            ? 'You sign in with it, and what we have to tell you goes there.'
            : 'Confirm that it is yours, so that you can come back in if you forget your password. Certifying works without it.'
        }
        actions={
          <Badge tone={confirmed ? 'success' : 'warning'}>
            {confirmed ? 'Confirmed' : 'Not confirmed'}
          </Badge>
        }
      />
      {!confirmed && (
        <div className="space-y-4">
          {confirmation && <MailState mail={confirmation} />}
          <SendLink isAgain={confirmation !== null} />
          <MailboxNote />
        </div>
      )}
    </Card>
  )
}

function SendLink({ isAgain }: { isAgain: boolean }) {
  const { busy, error, run } = useAct()
  const change = useEmailChange()
  async function send() {
    const isSent = await run('send', () => change(sendConfirmation))
    if (isSent) toast({ title: 'Link sent', variant: 'success', ...mailboxAction() })
  }
  return (
    <div className="space-y-4">
      <FormError error={error} />
      <Button size="sm" busy={busy !== null} onClick={() => void send()}>
        {isAgain ? 'Send the link again' : 'Send a link to confirm it'}
      </Button>
    </div>
  )
}
