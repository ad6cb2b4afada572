import type { MemberView, WorkspaceView } from '@inkproof/protocol/workspaces'
import { t } from '@inkproof/texts/text'
import { Avatar } from '@inkproof/ui/avatar'
import { Badge } from '@inkproof/ui/badge'
import { Select } from '@inkproof/ui/select'
import type { MemberActions } from './member-actions.ts'
import { LeaveButton, MemberMenu } from './member-menu.tsx'
import { ROLES, roleFrom, roleLabel } from './roles.ts'

type Props = {
  member: MemberView
  workspace: WorkspaceView
  busy: string | null
  actions: MemberActions
}

export function MemberRow({ member, workspace, busy, actions }: Props) {
  const { name, email, imageUrl, isYou } = member
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3.5">
      <Avatar name={name} src={imageUrl} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="break-words font-medium text-ink">
          {name}
          {isYou && <span className="font-normal text-ink-faint"> {t('(you)')}</span>}
        </p>
        {email && email !== name && <p className="break-all text-ink-muted text-sm">{email}</p>}
      </div>
      <div className="flex items-center gap-2 max-sm:w-full max-sm:justify-between max-sm:pl-13">
        <MemberRole member={member} workspace={workspace} busy={busy} actions={actions} />
        <RowAction member={member} workspace={workspace} busy={busy} actions={actions} />
      </div>
    </li>
  )
}

/** Owners can change the role; others only see it. */
function MemberRole({ member, workspace, busy, actions }: Props) {
  const { role, name, isPersonal, isYou } = member
  const ownerCount = workspace.members.filter(({ role }) => role === 'owner').length
  const isFixed = isPersonal || (isYou && role === 'owner' && ownerCount === 1)
  if (workspace.role !== 'owner' || isFixed) {
    return <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{roleLabel(role)}</Badge>
  }
  return (
    <Select
      aria-label={t('Role of {name}', { name })}
      className="w-32"
      options={ROLES.map(({ value, label }) => ({ value, label }))}
      value={role}
      disabled={busy !== null}
      onValueChange={(chosen) => actions.setRole(member, roleFrom(chosen))}
    />
  )
}

function RowAction(props: Props) {
  const { member, workspace } = props
  if (member.isYou) return member.isPersonal ? null : <LeaveButton {...props} />
  return workspace.role === 'owner' && !member.isPersonal ? <MemberMenu {...props} /> : null
}
