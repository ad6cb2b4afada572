/** Where a session works: at its start, and when its person goes to another workspace. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Post, ReadPost, Sessions } from '../sessions/sessions.ts'
import { memberOf } from './members.ts'
import { personalPost } from './settle-sessions.ts'
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
  const post = last ? await postAt(deps, account, last) : undefined
  return post ? { workspaceId: post.workspaceId, role: post.role } : personalPost(account)
}

/**
 * Goes on in another workspace, in this session and in those to come.
 *
 * @throws AppError WORKSPACE_NOT_FOUND
 */
export async function enter(
  deps: PostDeps,
  account: AccountRow,
  { sessionId, workspaceId }: { sessionId: string; workspaceId: string },
): Promise<{ account: AccountRow; post: Post }> {
  if (!(await postAt(deps, account, workspaceId))) throw new AppError('WORKSPACE_NOT_FOUND')
  const lastWorkspaceId = workspaceId === account.workspaceId ? null : workspaceId
  const moved = await deps.accounts.change(account._id, () => ({ lastWorkspaceId }))
  const post = await moveTo(deps, moved, { sessionId, workspaceId })
  const settled = await keepUp(deps, moved, { sessionId, post })
  if (settled.workspaceId !== workspaceId) throw new AppError('WORKSPACE_NOT_FOUND')
  return { account: moved, post: settled }
}

type KeepDeps = Pick<PostDeps, 'workspaces' | 'sessions'>

/**
 * Rewrites a session until it says what the workspace says. A change of role rewrites the sessions it finds;
 * one that was read before and begun after would keep the old role.
 */
export async function keepUp(
  deps: KeepDeps,
  account: AccountRow,
  { sessionId, post }: { sessionId: string; post: Post },
): Promise<Post> {
  const { workspaceId } = post
  const now = await postOrPersonal(deps, account, workspaceId)
  if (now.workspaceId === workspaceId && now.role === post.role) return post
  return keepUp(deps, account, {
    sessionId,
    post: await moveTo(deps, account, { sessionId, workspaceId }),
  })
}

/** So many changes of one member while a session is moved are no accident; neither is a session that has ended. */
const MOST_TRIES = 5

/** Moves a session by what is read now: what was overtaken meanwhile is read again. */
async function moveTo(
  deps: KeepDeps,
  account: AccountRow,
  { sessionId, workspaceId }: { sessionId: string; workspaceId: string },
): Promise<Post> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { version, ...post } = await postOrPersonal(deps, account, workspaceId)
    const read = version === undefined ? post : { ...post, version }
    if (await deps.sessions.move(account._id, sessionId, read)) return post
  }
  throw new AppError('UNAVAILABLE')
}

async function postOrPersonal(
  deps: Pick<PostDeps, 'workspaces'>,
  account: AccountRow,
  workspaceId: string,
): Promise<ReadPost> {
  return (await postAt(deps, account, workspaceId)) ?? personalPost(account)
}

async function postAt(
  { workspaces }: Pick<PostDeps, 'workspaces'>,
  account: Pick<AccountRow, '_id' | 'workspaceId'>,
  workspaceId: string,
): Promise<ReadPost | undefined> {
  if (workspaceId === account.workspaceId) return personalPost(account)
  const workspace = await workspaces.find(workspaceId)
  const member = workspace && memberOf(workspace, account._id)
  return workspace && member && { workspaceId, role: member.role, version: workspace.version }
}
