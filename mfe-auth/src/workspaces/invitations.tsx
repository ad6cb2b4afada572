import type { OpenInvitation, WorkspaceView } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { useRef } from 'react'
import { CardList } from '../forms/card-list.tsx'
import { useActions } from '../forms/use-actions.ts'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'
import { InviteForm } from './invite-form.tsx'
import { roleLabel } from './roles.ts'
import { useWorkspaceChange } from './use-workspaces.ts'
import { resendInvitation, withdrawInvitation } from './workspaces.api.ts'

/** Sends invitations and lists the pending ones. */
export function Invitations({ workspace }: { workspace: WorkspaceView }) {
  return (
    <Card>
      <CardHeader
        level={3}
        title={t('Invite people')}
        description={t(
          'We’ll e-mail them a link. It works for seven days, and only for the account with that address.',
        )}
      />
      <InviteForm workspace={workspace} />
      {workspace.invitations.length > 0 && <PendingInvitations workspace={workspace} />}
    </Card>
  )
}

function PendingInvitations({ workspace: { id, invitations } }: { workspace: WorkspaceView }) {
  const listRef = useRef<HTMLUListElement>(null)
  const { busy, error, run } = useActions()
  const change = useWorkspaceChange()

  async function runAction(action: () => Promise<WorkspaceView>, name: string, message: string) {
    if (!(await run(name, () => change(() => withReauthentication(action))))) return
    listRef.current?.focus()
    toast({ title: message, variant: 'success' })
  }

  return (
    <div className="mt-7">
      <h4 className="mb-2 font-medium text-ink text-sm">{t('Pending invitations')}</h4>
      <CardList label={t('Pending invitations')} listRef={listRef} error={error}>
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            busy={busy}
            onResend={() =>
              void runAction(
                () => resendInvitation(id, invitation.id),
                `resend-${invitation.id}`,
                t('Invitation resent'),
              )
            }
            onWithdraw={() =>
              void runAction(
                () => withdrawInvitation(id, invitation.id),
                invitation.id,
                t('Invitation withdrawn'),
              )
            }
          />
        ))}
      </CardList>
    </div>
  )
}

type RowProps = {
  invitation: OpenInvitation
  busy: string | null
  onResend: () => void
  onWithdraw: () => void
}

function InvitationRow({ invitation, busy, onResend, onWithdraw }: RowProps) {
  const { id, email, role, expiresAt } = invitation
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="break-all font-medium text-ink">{email}</p>
        <p className="text-ink-muted text-sm">
          {t('{role} · valid until {date}', {
            role: roleLabel(role),
            date: formatDateTime(expiresAt),
          })}
        </p>
      </div>
      <div className="flex gap-1 max-sm:-ml-3">
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('Send again to {email}', { email })}
          busy={busy === `resend-${id}`}
          disabled={busy !== null}
          onClick={onResend}
        >
          {t('Send again')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('Withdraw the invitation to {email}', { email })}
          busy={busy === id}
          disabled={busy !== null}
          onClick={onWithdraw}
        >
          {t('Withdraw')}
        </Button>
      </div>
    </li>
  )
}
