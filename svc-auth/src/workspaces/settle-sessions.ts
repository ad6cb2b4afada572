/**
 * Live sessions follow the workspace: a session carries its role, so that no service has to ask for it;
 * whoever changes a role therefore rewrites the sessions that work there, before answering.
 */
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Post, Sessions } from '../sessions/sessions.ts'
import { memberOf } from './members.ts'
import type { WorkspaceStore } from './workspace-store.ts'
import type { WorkspaceRow } from './workspaces.model.ts'

export type SettleDeps = {
  workspaces: WorkspaceStore
  sessions: Pick<Sessions, 'list' | 'move'>
  accounts: Pick<AccountStore, 'find'>
}

/** Everybody owns their personal workspace, also before it has a row. */
export function personalPost({ workspaceId }: Pick<AccountRow, 'workspaceId'>): Post {
  return { workspaceId, role: 'owner', workspaceVersion: 0 }
}

/** Where a member works in a workspace, as it was read. */
export function postOf({ _id, version }: WorkspaceRow, { role }: Pick<Post, 'role'>): Post {
  return { workspaceId: _id, role, workspaceVersion: version }
}

/**
 * Rewrites the sessions of a member that work in a workspace: to the role they have there now, or to their
 * personal workspace when they are not in it any more. Of two changes that race, the one that settles last
 * reads what both have made: the mark is set by comparing the version that was read, else all is read again.
 */
export async function settleSessions(
  deps: SettleDeps,
  workspaceId: string,
  accountId: string,
): Promise<void> {
  for (;;) {
    const workspace = await deps.workspaces.find(workspaceId)
    const post = await postIn(deps, workspace, accountId)
    if (post) await rewrite(deps, { workspaceId, accountId, post })
    if (!workspace || (await deps.workspaces.markSettled(workspace, accountId))) return
  }
}

/** Nowhere, for an account that is gone: its sessions have ended. */
async function postIn(
  { accounts }: SettleDeps,
  workspace: WorkspaceRow | undefined,
  accountId: string,
): Promise<Post | undefined> {
  const member = workspace && memberOf(workspace, accountId)
  if (member) return postOf(workspace, member)
  const account = await accounts.find(accountId)
  return account && personalPost(account)
}

async function rewrite(
  { sessions }: SettleDeps,
  { workspaceId, accountId, post }: { workspaceId: string; accountId: string; post: Post },
): Promise<void> {
  const here = (await sessions.list(accountId)).filter((one) => one.workspaceId === workspaceId)
  await Promise.all(here.map(({ sessionId }) => sessions.move(sessionId, post, workspaceId)))
}
