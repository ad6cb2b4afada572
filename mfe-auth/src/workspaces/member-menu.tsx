import type { MemberView, WorkspaceView } from '@inkproof/protocol/workspaces'
import { t } from '@inkproof/texts/text'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { DropdownMenu, MenuItem } from '@inkproof/ui/dropdown-menu'
import { IconButton } from '@inkproof/ui/icon-button'
import { EllipsisVertical, KeyRound, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { MemberActs } from './member-acts.ts'

type Props = {
  member: MemberView
  workspace: WorkspaceView
  busy: string | null
  acts: MemberActs
}

/** An owner's actions on another member; each asks for confirmation. */
export function MemberMenu({ member, workspace, busy, acts }: Props) {
  const [asking, setAsking] = useState<'hand-over' | 'remove' | null>(null)
  const isOwnPersonal = workspace.isPersonal
  const dialog = { onOpenChange: (isOpen: boolean) => !isOpen && setAsking(null) }
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            label={t('Actions for {name}', { name: member.name })}
            size="sm"
            disabled={busy !== null}
          >
            <EllipsisVertical />
          </IconButton>
        }
      >
        {!isOwnPersonal && (
          <MenuItem onSelect={() => setAsking('hand-over')}>
            <KeyRound aria-hidden="true" />
            {t('Transfer ownership')}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setAsking('remove')}>
          <UserMinus aria-hidden="true" />
          {t('Remove from workspace')}
        </MenuItem>
      </DropdownMenu>
      <AlertDialog
        {...dialog}
        open={asking === 'hand-over'}
        title={t('Transfer {workspace} to {member}?', {
          workspace: workspace.name,
          member: member.name,
        })}
        description={t(
          'They’ll become the owner and you’ll become a member. Only an owner can reverse this.',
        )}
        confirmLabel={t('Transfer')}
        onConfirm={() => acts.handOver(member)}
      />
      <AlertDialog
        {...dialog}
        open={asking === 'remove'}
        title={t('Remove {name}?', { name: member.name })}
        description={t(
          'They’ll lose access to {workspace} immediately, on every device. Everything they certified stays in the workspace.',
          { workspace: workspace.name },
        )}
        confirmLabel={t('Remove')}
        onConfirm={() => acts.remove(member)}
      />
    </>
  )
}

/** A button to leave the workspace; hidden for the last owner, who cannot leave. */
export function LeaveButton({ member, workspace, busy, acts }: Props) {
  const { name, members } = workspace
  const isLastOwner =
    member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1
  if (isLastOwner) return null
  return (
    <AlertDialog
      trigger={
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('Leave {name}', { name })}
          busy={busy === member.accountId}
          disabled={busy !== null}
        >
          {t('Leave')}
        </Button>
      }
      title={t('Leave {name}?', { name })}
      description={t(
        'You’ll lose access to everything in it and switch to your personal workspace. Only an owner can invite you again.',
      )}
      confirmLabel={t('Leave')}
      onConfirm={() => acts.remove(member)}
    />
  )
}
