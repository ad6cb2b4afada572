/**
 * Keeps live sessions up to date with the workspace. Sessions contain the role, so that services need not look it up.
 * A call that changes a role therefore updates the member's sessions in that workspace before it returns.
 */
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Membership, Sessions } from '../session-store/session-store.ts'
import { findMember } from './members.ts'
import type { WorkspaceStore } from './workspace-store.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type SyncSessionsDeps = {
  workspaces: WorkspaceStore
  sessions: Pick<Sessions, 'syncMembership'>
  accounts: Pick<AccountStore, 'find'>
}

/** Every person owns their personal workspace, even before it has a row. */
export function personalMembership({ workspaceId }: Pick<AccountRow, 'workspaceId'>): Membership {
  return { workspaceId, role: 'owner' }
}

/** The version of a deleted workspace: higher than any that was read before the deletion. */
const DELETED_VERSION = Number.MAX_SAFE_INTEGER

/**
 * Updates an account's sessions in a workspace: to the current role there, or to the personal workspace if the account
 * is no longer a member. The member is marked as synced only if the workspace's version is unchanged; otherwise the
 * workspace is read again, so that the last of several concurrent changes is applied.
 */
export async function syncSessions(
  deps: SyncSessionsDeps,
  workspaceId: string,
  accountId: string,
): Promise<void> {
  for (;;) {
    const workspace = await deps.workspaces.find(workspaceId)
    const membership = await findMembershipOrPersonal(deps, workspace, accountId)
    const versioned = { workspaceId, version: workspace?.version ?? DELETED_VERSION }
    if (membership) await deps.sessions.syncMembership(accountId, versioned, membership)
    if (!workspace || (await deps.workspaces.markSynced(workspace, accountId))) return
  }
}

/** Returns the membership in this workspace, or else in the personal one. Undefined if the account has been deleted. */
async function findMembershipOrPersonal(
  { accounts }: SyncSessionsDeps,
  workspace: WorkspaceRow | undefined,
  accountId: string,
): Promise<Membership | undefined> {
  const member = workspace && findMember(workspace, accountId)
  if (member) return { workspaceId: workspace._id, role: member.role }
  const account = await accounts.find(accountId)
  return account && personalMembership(account)
}
