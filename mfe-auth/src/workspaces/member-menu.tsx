import type { MemberView, WorkspaceView } from '@inkproof/protocol/workspaces'
import { t } from '@inkproof/texts/text'
import { AlertDialog } from '@inkproof/ui/alert-dialog'
import { Button } from '@inkproof/ui/button'
import { DropdownMenu, MenuItem } from '@inkproof/ui/dropdown-menu'
import { IconButton } from '@inkproof/ui/icon-button'
import { EllipsisVertical, KeyRound, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { MemberActions } from './member-actions.ts'

type Props = {
  member: MemberView
  workspace: WorkspaceView
  busy: string | null
  actions: MemberActions
}

/** An owner's actions on another member; each asks for confirmation. */
export function MemberMenu({ member, workspace, busy, actions }: Props) {
  const [openDialog, setOpenDialog] = useState<'transfer' | 'remove' | null>(null)
  const dialog = { onOpenChange: (isOpen: boolean) => !isOpen && setOpenDialog(null) }
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
        {!workspace.isPersonal && (
          <MenuItem onSelect={() => setOpenDialog('transfer')}>
            <KeyRound aria-hidden="true" />
            {t('Transfer ownership')}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setOpenDialog('remove')}>
          <UserMinus aria-hidden="true" />
          {t('Remove from workspace')}
        </MenuItem>
      </DropdownMenu>
      <AlertDialog
        {...dialog}
        open={openDialog === 'transfer'}
        title={t('Transfer {workspace} to {member}?', {
          workspace: workspace.name,
          member: member.name,
        })}
        description={t(
          'They’ll become the owner and you’ll become a member. Only an owner can reverse this.',
        )}
        confirmLabel={t('Transfer')}
        onConfirm={() => actions.transferOwnership(member)}
      />
      <AlertDialog
        {...dialog}
        open={openDialog === 'remove'}
        title={t('Remove {name}?', { name: member.name })}
        description={t(
          'They’ll lose access to {workspace} immediately, on every device. Everything they certified stays in the workspace.',
          { workspace: workspace.name },
        )}
        confirmLabel={t('Remove')}
        onConfirm={() => actions.remove(member)}
      />
    </>
  )
}

/** A button to leave the workspace. Hidden for the last owner, who cannot leave. */
export function LeaveButton({ member, workspace, busy, actions }: Props) {
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
      onConfirm={() => actions.remove(member)}
    />
  )
}
