import type { EmailSettings } from '@inkproof/protocol/emails'
import { toast } from '@inkproof/slice'
import { formatDate } from '@inkproof/texts/format'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { FormError } from '../forms/form-error.tsx'
import { useAct } from '../forms/use-act.ts'
import { MailboxNote } from '../mailbox/mailbox-note.tsx'
import { callOffChange } from './emails.api.ts'
import { showEmail } from './emails.store.ts'
import { MailState } from './mail-state.tsx'

/** A change that waits for its confirmation, and the way to call it off. */
export function PendingChange({ pending }: { pending: NonNullable<EmailSettings['pending']> }) {
  const { email, expiresAt, mail } = pending
  const { busy, error, run } = useAct()
  async function callOff() {
    const isOff = await run('off', async () => showEmail(await callOffChange()))
    if (isOff) toast({ title: 'Change called off', description: `${email} is not used.` })
  }
  return (
    <Card>
      <CardHeader
        level={3}
        title="Confirm your new address"
        description={
          <>
            Open the link in the mail to <span className="break-all text-ink">{email}</span>. It
            works until {formatDate(expiresAt)}; nothing changes before.
          </>
        }
      />
      <div className="space-y-4">
        <FormError error={error} />
        <MailState mail={mail} />
        <MailboxNote />
        <Button size="sm" busy={busy !== null} onClick={() => void callOff()}>
          Call it off
        </Button>
      </div>
    </Card>
  )
}
