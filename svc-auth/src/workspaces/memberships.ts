/** Where a session works: at its start, and when its person goes to another workspace. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Membership, Sessions, VersionedMembership } from '../session-store/session-store.ts'
import { memberOf } from './members.ts'
import { personalMembership } from './sync-sessions.ts'
import type { WorkspaceStore } from './workspace-store.ts'

export type MembershipDeps = {
  workspaces: Pick<WorkspaceStore, 'find'>
  accounts: Pick<AccountStore, 'change'>
  sessions: Pick<Sessions, 'move'>
}

/** Where the next session begins: where the last one worked, as far as the person still belongs there. */
export async function membershipFor(
  deps: Pick<MembershipDeps, 'workspaces'>,
  account: Pick<AccountRow, '_id' | 'workspaceId' | 'lastWorkspaceId'>,
): Promise<Membership> {
  const last = account.lastWorkspaceId
  const membership = last ? await membershipIn(deps, account, last) : undefined
  return membership
    ? { workspaceId: membership.workspaceId, role: membership.role }
    : personalMembership(account)
}

/**
 * Goes on in another workspace, in this session and in those to come.
 *
 * @throws AppError WORKSPACE_NOT_FOUND
 */
export async function enterWorkspace(
  deps: MembershipDeps,
  account: AccountRow,
  { sessionId, workspaceId }: { sessionId: string; workspaceId: string },
): Promise<{ account: AccountRow; membership: Membership }> {
  if (!(await membershipIn(deps, account, workspaceId))) throw new AppError('WORKSPACE_NOT_FOUND')
  const lastWorkspaceId = workspaceId === account.workspaceId ? null : workspaceId
  const moved = await deps.accounts.change(account._id, () => ({ lastWorkspaceId }))
  const membership = await moveTo(deps, moved, { sessionId, workspaceId })
  const synced = await syncSessionRole(deps, moved, { sessionId, membership })
  if (synced.workspaceId !== workspaceId) throw new AppError('WORKSPACE_NOT_FOUND')
  return { account: moved, membership: synced }
}

type SyncDeps = Pick<MembershipDeps, 'workspaces' | 'sessions'>

/**
 * Rewrites a session until it says what the workspace says. A change of role rewrites the sessions it finds;
 * one that was read before and begun after would keep the old role.
 */
export async function syncSessionRole(
  deps: SyncDeps,
  account: AccountRow,
  { sessionId, membership }: { sessionId: string; membership: Membership },
): Promise<Membership> {
  const { workspaceId } = membership
  const now = await membershipOrPersonal(deps, account, workspaceId)
  if (now.workspaceId === workspaceId && now.role === membership.role) return membership
  return syncSessionRole(deps, account, {
    sessionId,
    membership: await moveTo(deps, account, { sessionId, workspaceId }),
  })
}

/** So many changes of one member while a session is moved are no accident; neither is a session that has ended. */
const MOST_TRIES = 5

/** Moves a session by what is read now: what was overtaken meanwhile is read again. */
async function moveTo(
  deps: SyncDeps,
  account: AccountRow,
  { sessionId, workspaceId }: { sessionId: string; workspaceId: string },
): Promise<Membership> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { version, ...membership } = await membershipOrPersonal(deps, account, workspaceId)
    const read = version === undefined ? membership : { ...membership, version }
    if (await deps.sessions.move(account._id, sessionId, read)) return membership
  }
  throw new AppError('UNAVAILABLE')
}

async function membershipOrPersonal(
  deps: Pick<MembershipDeps, 'workspaces'>,
  account: AccountRow,
  workspaceId: string,
): Promise<VersionedMembership> {
  return (await membershipIn(deps, account, workspaceId)) ?? personalMembership(account)
}

async function membershipIn(
  { workspaces }: Pick<MembershipDeps, 'workspaces'>,
  account: Pick<AccountRow, '_id' | 'workspaceId'>,
  workspaceId: string,
): Promise<VersionedMembership | undefined> {
  if (workspaceId === account.workspaceId) return personalMembership(account)
  const workspace = await workspaces.find(workspaceId)
  const member = workspace && memberOf(workspace, account._id)
  return workspace && member && { workspaceId, role: member.role, version: workspace.version }
}
