import type { MemberView, WorkspaceView } from '@inkproof/protocol/workspaces'
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

/** What an owner can do to somebody else; each is asked about before. */
export function MemberMenu({ member, workspace, busy, acts }: Props) {
  const [asking, setAsking] = useState<'hand-over' | 'remove' | null>(null)
  const isOwnPersonal = workspace.isPersonal
  const dialog = { onOpenChange: (isOpen: boolean) => !isOpen && setAsking(null) }
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton label={`More about ${member.name}`} size="sm" disabled={busy !== null}>
            <EllipsisVertical />
          </IconButton>
        }
      >
        {!isOwnPersonal && (
          <MenuItem onSelect={() => setAsking('hand-over')}>
            <KeyRound aria-hidden="true" />
            Hand over to them
          </MenuItem>
        )}
        <MenuItem onSelect={() => setAsking('remove')}>
          <UserMinus aria-hidden="true" />
          Remove from workspace
        </MenuItem>
      </DropdownMenu>
      <AlertDialog
        {...dialog}
        open={asking === 'hand-over'}
        title={`Hand ${workspace.name} over to ${member.name}?`}
        description="They become its owner and you become a member. Only an owner can give that back to you."
        confirmLabel="Hand over"
        onConfirm={() => acts.handOver(member)}
      />
      <AlertDialog
        {...dialog}
        open={asking === 'remove'}
        title={`Remove ${member.name}?`}
        description={`They lose ${workspace.name} at once, wherever they are signed in. What they certified stays in the workspace.`}
        confirmLabel="Remove"
        onConfirm={() => acts.remove(member)}
      />
    </>
  )
}

/** The last owner cannot leave, and is told why before trying. */
export function LeaveButton({ member, workspace, busy, acts }: Props) {
  const { name, members } = workspace
  const isLastOwner =
    member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1
  if (isLastOwner) return null
  return (
    <AlertDialog
      trigger={
        <Button size="sm" variant="ghost" busy={busy === member.accountId} disabled={busy !== null}>
          Leave
          <span className="sr-only"> {name}</span>
        </Button>
      }
      title={`Leave ${name}?`}
      description="You lose sight of everything in it and go on in your personal workspace. Only an owner can invite you again."
      confirmLabel="Leave"
      onConfirm={() => acts.remove(member)}
    />
  )
}
