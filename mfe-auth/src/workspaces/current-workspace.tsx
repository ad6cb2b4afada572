import type { MemberView, WorkspaceView } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Card, CardHeader } from '@inkproof/ui/card'
import { useRef } from 'react'
import { CardList } from '../forms/card-list.tsx'
import { useActions } from '../forms/use-actions.ts'
import { withReauthentication } from '../reauthentication/with-reauthentication.ts'
import type { MemberActions } from './member-actions.ts'
import { MemberRow } from './member-row.tsx'
import { reloadWorkspaces } from './reload-workspaces.ts'
import { RenameWorkspace } from './rename-workspace.tsx'
import { roleLabel, rolePermissions } from './roles.ts'
import { useWorkspaceChange } from './use-workspaces.ts'
import { fetchWorkspace, removeMember, setRole, transferWorkspace } from './workspaces.api.ts'

/** The current workspace: its name and its members. */
export function CurrentWorkspace({ workspace }: { workspace: WorkspaceView }) {
  const { name, role, members } = workspace
  const { listRef, busy, error, actions } = useMemberActions(workspace)
  return (
    <Card>
      <CardHeader
        level={3}
        title={name}
        description={t('Your role: {role}. {permissions}', {
          role: roleLabel(role),
          permissions: rolePermissions(role),
        })}
        actions={role === 'owner' && <RenameWorkspace workspace={workspace} />}
      />
      <CardList label={t('Members of {name}', { name })} listRef={listRef} error={error}>
        {members.map((member) => (
          <MemberRow
            key={member.accountId}
            member={member}
            workspace={workspace}
            busy={busy}
            actions={actions}
          />
        ))}
      </CardList>
    </Card>
  )
}

function useMemberActions({ id, name }: WorkspaceView) {
  const listRef = useRef<HTMLUListElement>(null)
  const { busy, error, run } = useActions()
  const change = useWorkspaceChange()

  async function runAction(member: MemberView, action: () => Promise<void>, message: string) {
    if (!(await run(member.accountId, () => withReauthentication(action)))) return
    listRef.current?.focus()
    toast({ title: message, variant: 'success' })
  }

  const actions: MemberActions = {
    setRole: (member, role) =>
      void runAction(
        member,
        () => change(() => setRole(id, member.accountId, role)),
        member.isYou
          ? t('Your role is now {role}', { role: roleLabel(role) })
          : t('{name}’s role is now {role}', { name: member.name, role: roleLabel(role) }),
      ),
    transferOwnership: (member) =>
      void runAction(
        member,
        () => change(() => transferWorkspace(id, member.accountId)),
        t('{member} now owns {workspace}', { member: member.name, workspace: name }),
      ),
    remove: (member) =>
      void runAction(
        member,
        async () => {
          await removeMember(id, member.accountId)
          if (member.isYou) await reloadWorkspaces()
          else await change(() => fetchWorkspace(id))
        },
        member.isYou
          ? t('You left {name}', { name })
          : t('{name} was removed', { name: member.name }),
      ),
  }
  return { listRef, busy, error, actions }
}
