/**
 * Live sessions follow the workspace: a session carries its role, so that no service has to ask for it;
 * whoever changes a role therefore rewrites the sessions that work there, before answering.
 */
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Membership, Sessions } from '../session-store/session-store.ts'
import { memberOf } from './members.ts'
import type { WorkspaceStore } from './workspace-store.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type SyncSessionsDeps = {
  workspaces: WorkspaceStore
  sessions: Pick<Sessions, 'syncMembership'>
  accounts: Pick<AccountStore, 'find'>
}

/** Everybody owns their personal workspace, also before it has a row. */
export function personalMembership({ workspaceId }: Pick<AccountRow, 'workspaceId'>): Membership {
  return { workspaceId, role: 'owner' }
}

/** A workspace that is gone never comes back: whatever was read in it was read before. */
const GONE = Number.MAX_SAFE_INTEGER

/**
 * Rewrites the sessions of a member that work in a workspace: to the role they have there now, or to their
 * personal workspace when they are not in it any more. Of two changes that race, the one that writes last
 * reads what both have made: the mark is set by comparing the version that was read, else all is read again.
 */
export async function syncSessions(
  deps: SyncSessionsDeps,
  workspaceId: string,
  accountId: string,
): Promise<void> {
  for (;;) {
    const workspace = await deps.workspaces.find(workspaceId)
    const membership = await membershipIn(deps, workspace, accountId)
    const at = { workspaceId, version: workspace?.version ?? GONE }
    if (membership) await deps.sessions.syncMembership(accountId, at, membership)
    if (!workspace || (await deps.workspaces.markSynced(workspace, accountId))) return
  }
}

/** Nowhere, for an account that is gone: its sessions have ended. */
async function membershipIn(
  { accounts }: SyncSessionsDeps,
  workspace: WorkspaceRow | undefined,
  accountId: string,
): Promise<Membership | undefined> {
  const member = workspace && memberOf(workspace, accountId)
  if (member) return { workspaceId: workspace._id, role: member.role }
  const account = await accounts.find(accountId)
  return account && personalMembership(account)
}
