/** The members of a workspace: roles, removing, leaving, transferring ownership. */
import { memberCalls } from '@inkproof/protocol/calls/members'
import { type BoundCall, implement } from '@inkproof/service-kit/calls/implement'
import type { AccountRow } from '../accounts/accounts.model.ts'
import { withdrawBy, withdrawFor } from './invitations.ts'
import { removeMember, setRole, transfer } from './members.ts'
import { nameOf } from './name-of.ts'
import type { WorkspaceContext } from './workspace-context.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export function implementMemberCalls(context: WorkspaceContext): BoundCall[] {
  return implement(memberCalls, {
    changeMemberRole: async ({ session, params: { id, accountId: memberId }, body: { role } }) => {
      const actor = await context.accountOf(session)
      const on = { workspaceId: id, actorId: actor._id, memberId }
      const { workspace, before } = await setRole(context, { ...on, role })
      if (role !== 'owner') await withdrawBy(context, id, memberId)
      if (before !== role) await recordMemberChange(context, { workspace, actor, memberId, role })
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
      await withdrawFor(context, id, removed?.email)
      await withdrawBy(context, id, memberId)
      await recordMemberChange(context, { workspace, actor, memberId })
    },
    transferWorkspace: async ({ session, params, body: { accountId: memberId } }) => {
      const actor = await context.accountOf(session)
      const on = { workspaceId: params.id, actorId: actor._id, memberId }
      const workspace = await transfer(context, on)
      if (memberId !== actor._id) {
        await withdrawBy(context, on.workspaceId, actor._id)
        await recordMemberChange(context, { workspace, actor, memberId, role: 'owner' })
      }
      return context.view(workspace, session)
    },
  })
}

type MemberChange = { workspace: WorkspaceRow; actor: AccountRow; memberId: string; role?: string }

/** Records the change in the member's history, and mails it to them unless they made it themselves. */
async function recordMemberChange(
  context: WorkspaceContext,
  { workspace, actor, memberId, role }: MemberChange,
): Promise<void> {
  const member = await context.accounts.find(memberId)
  if (!member) return
  const isOwnDoing = memberId === actor._id
  await context.events.record({
    accountId: memberId,
    kind: role === undefined ? 'member-removed' : 'role-changed',
    data: {
      workspace: workspace.name,
      by: nameOf(actor),
      ...(role !== undefined && { role }),
      ...(isOwnDoing && { own: 'yes' }),
    },
    mailTo: isOwnDoing ? null : (member.email ?? null),
  })
}
