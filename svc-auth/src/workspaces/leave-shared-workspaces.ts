/** Removes the workspace access that was set up by a person who registered with another person's e-mail address. */
import type { AccountRow } from '../accounts/accounts.model.ts'
import { withoutMember } from './departures.ts'
import { findOpenInvitations, type InviteDeps, withdraw } from './invitations.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type LeaveSharedDeps = Pick<InviteDeps, 'workspaces' | 'links'> & {
  /** Updates a member's live sessions to the workspace's current state. */
  syncSessions: (workspaceId: string, accountId: string) => Promise<void>
}

/**
 * Leaves every shared workspace, removes all other members from the personal one, and withdraws the open invitations to
 * all of them. Invitations are withdrawn first, so that accepting one concurrently fails and is reverted. Idempotent.
 */
export async function leaveSharedWorkspaces(
  deps: LeaveSharedDeps,
  { _id: accountId, workspaceId }: Pick<AccountRow, '_id' | 'workspaceId'>,
): Promise<void> {
  for (const { _id } of await deps.workspaces.ofAccount(accountId)) {
    await withdraw(deps, await findOpenInvitations(deps, _id))
    if (_id === workspaceId) await removeOthers(deps, _id, accountId)
    else await leave(deps, _id, accountId)
  }
}

async function removeOthers(
  deps: LeaveSharedDeps,
  workspaceId: string,
  ownerId: string,
): Promise<void> {
  let removed: string[] = []
  await deps.workspaces.change(workspaceId, ({ members }) => {
    removed = idsOf(members).filter((id) => id !== ownerId)
    const remaining = members.filter(({ accountId }) => accountId === ownerId)
    return removed.length === 0 ? {} : { members: remaining, resync: removed }
  })
  for (const accountId of removed) await deps.syncSessions(workspaceId, accountId)
}

/** Leaves a workspace, unless it has no other members and is therefore harmless. */
async function leave(deps: LeaveSharedDeps, workspaceId: string, accountId: string): Promise<void> {
  const updated = await deps.workspaces.change(workspaceId, (workspace) => {
    if (workspace.members.length < 2) return {}
    const { resync = [], ...change } = withoutMember(workspace, accountId)
    return { ...change, resync: [...resync, accountId] }
  })
  for (const id of updated.unsettled) await deps.syncSessions(workspaceId, id)
}

function idsOf(members: WorkspaceRow['members']): string[] {
  return members.map(({ accountId }) => accountId)
}
