/** Where a session works: at its start, and when its person goes to another workspace. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Post, Sessions } from '../sessions/sessions.ts'
import { memberOf } from './members.ts'
import { personalPost, postOf } from './settle-sessions.ts'
import type { WorkspaceStore } from './workspace-store.ts'

export type PostDeps = {
  workspaces: Pick<WorkspaceStore, 'find'>
  accounts: Pick<AccountStore, 'change'>
  sessions: Pick<Sessions, 'move'>
}

/** Where the next session begins: where the last one worked, as far as the person still belongs there. */
export async function postFor(
  deps: Pick<PostDeps, 'workspaces'>,
  account: Pick<AccountRow, '_id' | 'workspaceId' | 'lastWorkspaceId'>,
): Promise<Post> {
  const last = account.lastWorkspaceId
  return (last ? await postAt(deps, account, last) : undefined) ?? personalPost(account)
}

/**
 * Goes on in another workspace, in this session and in those to come.
 *
 * The role is read again once the session has it: a change of role that rewrote the sessions of that
 * workspace just before did not see this one.
 *
 * @throws AppError WORKSPACE_NOT_FOUND
 */
export async function enter(
  deps: PostDeps,
  account: AccountRow,
  { sessionId, workspaceId }: { sessionId: string; workspaceId: string },
): Promise<{ account: AccountRow; post: Post }> {
  const post = await postAt(deps, account, workspaceId)
  if (!post) throw new AppError('WORKSPACE_NOT_FOUND')
  const lastWorkspaceId = workspaceId === account.workspaceId ? null : workspaceId
  const moved = await deps.accounts.change(account._id, () => ({ lastWorkspaceId }))
  await deps.sessions.move(sessionId, post)
  const settled = await keepUp(deps, moved, { sessionId, post })
  if (settled.workspaceId !== workspaceId) throw new AppError('WORKSPACE_NOT_FOUND')
  return { account: moved, post: settled }
}

/**
 * Rewrites a session until it says what the workspace says. A change of role rewrites the sessions it finds;
 * one that was read before and written after would keep the old role.
 */
export async function keepUp(
  deps: Pick<PostDeps, 'workspaces' | 'sessions'>,
  account: AccountRow,
  { sessionId, post }: { sessionId: string; post: Post },
): Promise<Post> {
  const now = (await postAt(deps, account, post.workspaceId)) ?? personalPost(account)
  if (now.workspaceId === post.workspaceId && now.role === post.role) return post
  await deps.sessions.move(sessionId, now)
  return keepUp(deps, account, { sessionId, post: now })
}

async function postAt(
  { workspaces }: Pick<PostDeps, 'workspaces'>,
  account: Pick<AccountRow, '_id' | 'workspaceId'>,
  workspaceId: string,
): Promise<Post | undefined> {
  if (workspaceId === account.workspaceId) return personalPost(account)
  const workspace = await workspaces.find(workspaceId)
  const member = workspace && memberOf(workspace, account._id)
  return workspace && member && postOf(workspace, member)
}
