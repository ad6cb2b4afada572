/**
 * Keeps live sessions up to date with the workspace. Sessions contain the role, so that services need not look it up.
 * A role change therefore updates the member's sessions in that workspace before it returns.
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
 * Updates the sessions of a member in a workspace: to their current role there, or to their personal workspace if
 * they are no longer a member. The workspace is marked as synced only if its version is unchanged; otherwise it is
 * read again, so that the last of several concurrent changes is applied.
 */
export async function syncSessions(
  deps: SyncSessionsDeps,
  workspaceId: string,
  accountId: string,
): Promise<void> {
  for (;;) {
    const workspace = await deps.workspaces.find(workspaceId)
    const membership = await membershipIn(deps, workspace, accountId)
    const versioned = { workspaceId, version: workspace?.version ?? DELETED_VERSION }
    if (membership) await deps.sessions.syncMembership(accountId, versioned, membership)
    if (!workspace || (await deps.workspaces.markSynced(workspace, accountId))) return
  }
}

/** Returns undefined for a deleted account, whose sessions have ended. */
async function membershipIn(
  { accounts }: SyncSessionsDeps,
  workspace: WorkspaceRow | undefined,
  accountId: string,
): Promise<Membership | undefined> {
  const member = workspace && findMember(workspace, accountId)
  if (member) return { workspaceId: workspace._id, role: member.role }
  const account = await accounts.find(accountId)
  return account && personalMembership(account)
}
