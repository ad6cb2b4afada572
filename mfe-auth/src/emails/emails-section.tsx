import type { EmailSettings } from '@inkproof/protocol/emails'
import { toast } from '@inkproof/slice'
import { offlineMessage } from '@inkproof/slice-parts/offline-message'
import { t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { ErrorState } from '@inkproof/ui/error-state'
import { Skeleton } from '@inkproof/ui/skeleton'
import { FormError } from '../forms/form-error.tsx'
import { useActions } from '../forms/use-actions.ts'
import { MailboxNote, mailboxAction } from '../mailbox/mailbox-note.tsx'
import { ChangeForm } from './change-form.tsx'
import { sendConfirmation } from './emails.api.ts'
import { MailState } from './mail-state.tsx'
import { PendingChange } from './pending-change.tsx'
import { useEmailChange, useEmailSettings } from './use-email-settings.ts'

/** The e-mail address of the account: its confirmation and its change. */
export function Component() {
  const { data: settings, error, isError, refetch } = useEmailSettings()
  if (settings === undefined && isError) {
    return (
      <ErrorState
        title={t('Your e-mail address could not be loaded')}
        onRetry={() => void refetch()}
      >
        {offlineMessage(error) ??
          t('The account service did not respond. Please try again in a moment.')}
      </ErrorState>
    )
  }
  if (settings === undefined) return <Skeleton className="h-56 w-full rounded-xl" />
  return (
    <>
      {settings.email && <CurrentAddress settings={settings} />}
      {settings.pending ? (
        <PendingChange pending={settings.pending} />
      ) : (
        <ChangeForm isFirst={settings.email === null} />
      )}
    </>
  )
}

function CurrentAddress({
  settings: { email, confirmed, confirmation },
}: {
  settings: EmailSettings
}) {
  return (
    <Card>
      <CardHeader
        level={3}
        title={<span className="break-all">{email}</span>}
        description={
          confirmed
            ? t('Used to sign in and to receive notifications.')
            : t('Confirm this address so you can reset your password if you forget it.')
        }
        actions={
          <Badge tone={confirmed ? 'success' : 'warning'}>
            {confirmed ? t('Confirmed') : t('Not confirmed')}
          </Badge>
        }
      />
      {!confirmed && (
        <div className="space-y-4">
          {confirmation && <MailState mail={confirmation} />}
          <SendLink isResend={confirmation !== null} />
          <MailboxNote />
        </div>
      )}
    </Card>
  )
}

function SendLink({ isResend }: { isResend: boolean }) {
  const { busy, error, run } = useActions()
  const change = useEmailChange()
  async function send() {
    const isSent = await run('send', () => change(sendConfirmation))
    if (isSent)
      toast({ title: t('A new link is on its way'), variant: 'success', ...mailboxAction() })
  }
  return (
    <div className="space-y-4">
      <FormError error={error} />
      <Button size="sm" busy={busy !== null} onClick={() => void send()}>
        {isResend ? t('Resend confirmation link') : t('Send confirmation link')}
      </Button>
    </div>
  )
}
