/** Determines the workspace of a session when it starts and when the user switches to another one. */
import { AppError } from '@inkproof/service-kit/app-error'
import type { AccountStore } from '../accounts/account-store.ts'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Membership, Sessions, VersionedMembership } from '../session-store/session-store.ts'
import { findMember } from './members.ts'
import { personalMembership } from './sync-sessions.ts'
import type { WorkspaceStore } from './workspace-store.ts'

export type MembershipDeps = {
  workspaces: Pick<WorkspaceStore, 'find'>
  accounts: Pick<AccountStore, 'change'>
  sessions: Pick<Sessions, 'move'>
}

/** Returns the membership of a new session: in the last workspace used, or the personal one if the user left that. */
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
 * Switches this session and later ones to another workspace.
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
  const updated = await deps.accounts.change(account._id, () => ({ lastWorkspaceId }))
  const membership = await moveTo(deps, updated, { sessionId, workspaceId })
  const synced = await syncSessionRole(deps, updated, { sessionId, membership })
  if (synced.workspaceId !== workspaceId) throw new AppError('WORKSPACE_NOT_FOUND')
  return { account: updated, membership: synced }
}

type SyncDeps = Pick<MembershipDeps, 'workspaces' | 'sessions'>

/**
 * Updates a new session until its role matches its workspace, and returns its membership. A role change updates only
 * the sessions that exist, so without this a session that is being started during the change would keep the old role.
 */
export async function syncSessionRole(
  deps: SyncDeps,
  account: AccountRow,
  { sessionId, membership }: { sessionId: string; membership: Membership },
): Promise<Membership> {
  const { workspaceId } = membership
  const current = await membershipOrPersonal(deps, account, workspaceId)
  if (current.workspaceId === workspaceId && current.role === membership.role) return membership
  return syncSessionRole(deps, account, {
    sessionId,
    membership: await moveTo(deps, account, { sessionId, workspaceId }),
  })
}

/** Limits retries when the session has ended or the membership keeps changing. */
const MAX_ATTEMPTS = 5

/**
 * Moves a session to the current membership. Reads the membership again if it has changed in the meantime.
 *
 * @throws AppError UNAVAILABLE if the session could not be moved.
 */
async function moveTo(
  deps: SyncDeps,
  account: AccountRow,
  { sessionId, workspaceId }: { sessionId: string; workspaceId: string },
): Promise<Membership> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { version, ...membership } = await membershipOrPersonal(deps, account, workspaceId)
    const target = version === undefined ? membership : { ...membership, version }
    if (await deps.sessions.move(account._id, sessionId, target)) return membership
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
  const member = workspace && findMember(workspace, account._id)
  return workspace && member && { workspaceId, role: member.role, version: workspace.version }
}
