import type { MemberView, WorkspaceView } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Card, CardHeader } from '@inkproof/ui/card'
import { useRef } from 'react'
import { CardList } from '../forms/card-list.tsx'
import { useActions } from '../forms/use-actions.ts'
import { withProof } from '../reauthentication/with-proof.ts'
import type { MemberActions } from './member-actions.ts'
import { MemberRow } from './member-row.tsx'
import { reloadWorkspaces } from './reload-workspaces.ts'
import { RenameWorkspace } from './rename-workspace.tsx'
import { roleLabel, roleMay } from './role-words.ts'
import { useWorkspaceChange } from './use-workspaces.ts'
import { handOver, removeMember, setRole, viewWorkspace } from './workspaces.api.ts'

/** The current workspace: its name and its members. */
export function CurrentWorkspace({ workspace }: { workspace: WorkspaceView }) {
  const { name, role, members } = workspace
  const { place, busy, error, actions } = useMemberActs(workspace)
  return (
    <Card>
      <CardHeader
        level={3}
        title={name}
        description={t('Your role: {role}. {permissions}', {
          role: roleLabel(role),
          permissions: roleMay(role),
        })}
        actions={role === 'owner' && <RenameWorkspace workspace={workspace} />}
      />
      <CardList label={t('Members of {name}', { name })} place={place} error={error}>
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

function useMemberActs({ id, name }: WorkspaceView) {
  const place = useRef<HTMLUListElement>(null)
  const { busy, error, run } = useActions()
  const change = useWorkspaceChange()

  async function act(member: MemberView, action: () => Promise<void>, done: string) {
    if (!(await run(member.accountId, () => withProof(action)))) return
    place.current?.focus()
    toast({ title: done, variant: 'success' })
  }

  const actions: MemberActions = {
    setRole: (member, role) =>
      void act(
        member,
        () => change(() => setRole(id, member.accountId, role)),
        member.isYou
          ? t('Your role is now {role}', { role: roleLabel(role) })
          : t('{name} now has the role {role}', { name: member.name, role: roleLabel(role) }),
      ),
    transferOwnership: (member) =>
      void act(
        member,
        () => change(() => handOver(id, member.accountId)),
        t('{member} now owns {workspace}', { member: member.name, workspace: name }),
      ),
    remove: (member) =>
      void act(
        member,
        async () => {
          await removeMember(id, member.accountId)
          if (member.isYou) await reloadWorkspaces()
          else await change(() => viewWorkspace(id))
        },
        member.isYou
          ? t('You left {name}', { name })
          : t('{name} was removed', { name: member.name }),
      ),
  }
  return { place, busy, error, actions }
}
