/** Calls for changing roles, removing members, leaving, and transferring ownership. */
import { memberCalls } from '@inkproof/protocol/calls/members'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { displayName } from './display-name.ts'
import { withdrawSentBy, withdrawSentTo } from './invitations.ts'
import { removeMember, setRole, transfer } from './members.ts'
import type { WorkspaceContext } from './workspace-context.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export function implementMemberCalls(context: WorkspaceContext): BoundCall[] {
  return implement(memberCalls, {
    changeMemberRole: async ({ session, params: { id, accountId: memberId }, body: { role } }) => {
      const actor = await context.accountOf(session)
      const action = { workspaceId: id, actorId: actor._id, memberId }
      const { workspace, previousRole } = await setRole(context, { ...action, role })
      if (role !== 'owner') await withdrawSentBy(context, id, memberId)
      if (previousRole !== role)
        await recordMemberChange(context, { workspace, actor, memberId, role })
      return context.view(workspace, session)
    },
    removeMember: async ({ session, params: { id, accountId: memberId } }) => {
      const actor = await context.accountOf(session)
      const workspace = await removeMember(context, {
        workspaceId: id,
        actorId: actor._id,
        memberId,
      })
      const removed = await context.accounts.find(memberId)
      await withdrawSentTo(context, id, removed?.email)
      await withdrawSentBy(context, id, memberId)
      await recordMemberChange(context, { workspace, actor, memberId })
    },
    transferWorkspace: async ({ session, params, body: { accountId: memberId } }) => {
      const actor = await context.accountOf(session)
      const action = { workspaceId: params.id, actorId: actor._id, memberId }
      const workspace = await transfer(context, action)
      if (memberId !== actor._id) {
        await withdrawSentBy(context, action.workspaceId, actor._id)
        await recordMemberChange(context, { workspace, actor, memberId, role: 'owner' })
      }
      return context.view(workspace, session)
    },
  })
}

type MemberChange = { workspace: WorkspaceRow; actor: AccountRow; memberId: string; role?: string }

/** Records the change in the member's history, and notifies them unless they made it themselves. */
async function recordMemberChange(
  context: WorkspaceContext,
  { workspace, actor, memberId, role }: MemberChange,
): Promise<void> {
  const member = await context.accounts.find(memberId)
  if (!member) return
  const isSelf = memberId === actor._id
  await context.events.record({
    accountId: memberId,
    kind: role === undefined ? 'member-removed' : 'role-changed',
    data: {
      workspace: workspace.name,
      by: displayName(actor),
      ...(role !== undefined && { role }),
      ...(isSelf && { own: 'yes' }),
    },
    mailTo: isSelf ? null : (member.email ?? null),
  })
}
