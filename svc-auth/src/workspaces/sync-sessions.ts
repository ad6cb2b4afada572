/**
 * Keeps live sessions up to date with the workspace. A session contains the role, so that no service has to ask for
 * it; a change of role therefore updates the sessions in that workspace before it returns.
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

/** Everybody owns their personal workspace, even before it has a row. */
export function personalMembership({ workspaceId }: Pick<AccountRow, 'workspaceId'>): Membership {
  return { workspaceId, role: 'owner' }
}

/** A deleted workspace never returns, so everything read in it is older. */
const GONE = Number.MAX_SAFE_INTEGER

/**
 * Updates the sessions of a member in a workspace: to their current role there, or to their personal workspace if
 * they are no longer a member. Of two concurrent changes, the later one reads both: the workspace is marked as
 * synced only if its version is unchanged, otherwise it is read again.
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

/** No membership for a deleted account: its sessions have ended. */
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
