import type { InvitationView } from '@inkproof/protocol/workspaces'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import type { ReactNode } from 'react'
import { type LinkCardProps, MailedLinkCard } from '../links/mailed-link-card.tsx'
import { InvitationActions, type InvitationProps } from './invitation-actions.tsx'
import { roleLabel, rolePermissions } from './roles.ts'
import { fetchInvitation } from './workspaces.api.ts'

/** The content of a mailed invitation, shown without signing in first. */
export function Component(props: LinkCardProps) {
  const renderRejected = ({ reason }: { reason: string }) => (
    <RejectedInvitation reason={reason} onDone={props.onDone} />
  )
  return (
    <MailedLinkCard<InvitationView>
      {...props}
      check={fetchInvitation}
      renderRejected={renderRejected}
    >
      {(invitation, handleLinkError) => (
        <ValidInvitation invitation={invitation} handleLinkError={handleLinkError} {...props} />
      )}
    </MailedLinkCard>
  )
}

function RejectedInvitation({ reason, onDone }: { reason: string; onDone: () => void }) {
  return (
    <Card padding="lg" role="alert" className="space-y-5">
      <CardHeader title={t('This invitation is not available')} description={reason} />
      <p className="text-ink-muted text-sm">
        {t('If you still want to join, ask the person who invited you to send a new one.')}
      </p>
      <Button onClick={onDone}>{t('Dismiss')}</Button>
    </Card>
  )
}

function ValidInvitation(props: InvitationProps) {
  const { workspace, inviter, role, email, expiresAt } = props.invitation
  return (
    <Card padding="lg">
      <p className="mb-2 font-medium text-2xs text-ink-faint uppercase tracking-engraved">
        {t('Invitation')}
      </p>
      <CardHeader
        title={t('Join {workspace}', { workspace })}
        description={t('{inviter} invited you.', { inviter })}
      />
      <dl className="mb-6 divide-y divide-line border-line border-y text-sm">
        <Detail name={t('Your role')}>
          {t('{role}. {permissions}', {
            role: roleLabel(role),
            permissions: rolePermissions(role),
          })}
        </Detail>
        <Detail name={t('Sent to')}>{email}</Detail>
        <Detail name={t('Valid until')}>{formatDateTime(expiresAt)}</Detail>
      </dl>
      <InvitationActions {...props} />
    </Card>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 break-words text-ink">{children}</dd>
    </div>
  )
}
