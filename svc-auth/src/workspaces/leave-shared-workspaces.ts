/** Undoes what a stranger who registered with somebody else's address may have prepared in workspaces. */
import type { AccountRow } from '../accounts/accounts.model.ts'
import { withoutMember } from './departures.ts'
import { type InviteDeps, openInvitations, withdraw } from './invitations.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type LeaveSharedDeps = Pick<InviteDeps, 'workspaces' | 'links'> & {
  /** Updates a member's live sessions to the workspace's current state. */
  syncSessions: (workspaceId: string, accountId: string) => Promise<void>
}

/**
 * Leaves every shared workspace, removes other members from the personal one, and withdraws all its open
 * invitations. Invitations are withdrawn first; one that is being accepted meanwhile is reverted by its own check.
 * Idempotent.
 */
export async function leaveSharedWorkspaces(
  deps: LeaveSharedDeps,
  { _id: accountId, workspaceId }: Pick<AccountRow, '_id' | 'workspaceId'>,
): Promise<void> {
  for (const { _id } of await deps.workspaces.ofAccount(accountId)) {
    await withdraw(deps, await openInvitations(deps, _id))
    if (_id === workspaceId) await empty(deps, _id, accountId)
    else await leave(deps, _id, accountId)
  }
}

async function empty(deps: LeaveSharedDeps, workspaceId: string, ownerId: string): Promise<void> {
  let gone: string[] = []
  await deps.workspaces.change(workspaceId, ({ members }) => {
    gone = idsOf(members).filter((id) => id !== ownerId)
    const left = members.filter(({ accountId }) => accountId === ownerId)
    return gone.length === 0 ? {} : { members: left, resync: gone }
  })
  for (const accountId of gone) await deps.syncSessions(workspaceId, accountId)
}

/** A workspace without other members is harmless and stays. */
async function leave(deps: LeaveSharedDeps, workspaceId: string, accountId: string): Promise<void> {
  const left = await deps.workspaces.change(workspaceId, (now) => {
    if (now.members.length < 2) return {}
    const { resync = [], ...change } = withoutMember(now, accountId)
    return { ...change, resync: [...resync, accountId] }
  })
  for (const id of left.unsettled) await deps.syncSessions(workspaceId, id)
}

function idsOf(members: WorkspaceRow['members']): string[] {
  return members.map(({ accountId }) => accountId)
}
