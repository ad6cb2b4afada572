/** Changes the members of a workspace and their roles. Each change is one write that compares the version. */
import type { Role } from '@inkproof/protocol/auth'
import { MAX_MEMBERS } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import type { WorkspaceChange, WorkspaceStore } from './workspace-store.ts'
import type { MemberRow, WorkspaceRow } from './workspaces.model.ts'

export type MemberDeps = {
  workspaces: WorkspaceStore
  /** Updates a member's live sessions to the workspace's current state. */
  syncSessions: (workspaceId: string, accountId: string) => Promise<void>
}

/** An action of one member on another. */
export type MemberAction = { workspaceId: string; actorId: string; memberId: string }

export function findMember(workspace: WorkspaceRow, accountId: string): MemberRow | undefined {
  return workspace.members.find((member) => member.accountId === accountId)
}

export function isOwner(workspace: WorkspaceRow, accountId: string): boolean {
  return findMember(workspace, accountId)?.role === 'owner'
}

/** @throws AppError WORKSPACE_NOT_FOUND if there is no workspace, or the account is not a member of it */
export function requireMember(
  workspace: WorkspaceRow | undefined,
  accountId: string,
): WorkspaceRow {
  if (!workspace || !findMember(workspace, accountId)) throw new AppError('WORKSPACE_NOT_FOUND')
  return workspace
}

/** @throws AppError WORKSPACE_NOT_FOUND, or OWNERS_ONLY if the account is not an owner */
export function requireOwner(workspace: WorkspaceRow | undefined, accountId: string): WorkspaceRow {
  const workspaceOfMember = requireMember(workspace, accountId)
  if (!isOwner(workspaceOfMember, accountId)) throw new AppError('OWNERS_ONLY')
  return workspaceOfMember
}

/**
 * Adds a person whom an owner invited. An existing member keeps their role.
 *
 * @throws AppError WORKSPACE_NOT_FOUND, WORKSPACE_FULL, or OWNERS_ONLY if the inviter is no longer an owner.
 */
export async function addMember(
  { workspaces }: Pick<MemberDeps, 'workspaces'>,
  { workspaceId, invitedBy, ...member }: MemberRow & { workspaceId: string; invitedBy: string },
): Promise<{ workspace: WorkspaceRow; hasJoined: boolean }> {
  let hasJoined = false
  const workspace = await workspaces.change(workspaceId, (current) => {
    hasJoined = !findMember(current, member.accountId)
    if (!hasJoined) return {}
    if (!isOwner(current, invitedBy)) throw new AppError('OWNERS_ONLY')
    if (current.members.length >= MAX_MEMBERS) throw new AppError('WORKSPACE_FULL')
    return { members: [...current.members, member] }
  })
  return { workspace, hasJoined }
}

/**
 * Changes a member's role. Returns the workspace and the previous role.
 *
 * @throws AppError OWNERS_ONLY, MEMBER_NOT_FOUND, LAST_OWNER or PERSONAL_WORKSPACE.
 */
export async function setRole(
  { workspaces, syncSessions }: MemberDeps,
  { workspaceId, actorId, memberId, role }: MemberAction & { role: Role },
): Promise<{ workspace: WorkspaceRow; previousRole: Role }> {
  let previousRole: Role = role
  const workspace = await workspaces.change(workspaceId, (current) => {
    previousRole = requireMemberRow(requireOwner(current, actorId), memberId).role
    return previousRole === role ? {} : withRoles(current, { [memberId]: role })
  })
  await syncSessions(workspaceId, memberId)
  return { workspace, previousRole }
}

/**
 * Removes a member. Members can remove themselves; only owners can remove others.
 *
 * @throws AppError OWNERS_ONLY, MEMBER_NOT_FOUND, LAST_OWNER or PERSONAL_WORKSPACE.
 */
export async function removeMember(
  { workspaces, syncSessions }: MemberDeps,
  { workspaceId, actorId, memberId }: MemberAction,
): Promise<WorkspaceRow> {
  const workspace = await workspaces.change(workspaceId, (current) => {
    if (actorId === memberId) requireMember(current, actorId)
    else requireMemberRow(requireOwner(current, actorId), memberId)
    return withRoles(current, { [memberId]: 'none' })
  })
  await syncSessions(workspaceId, memberId)
  return workspace
}

/**
 * Transfers ownership in one change: the member becomes an owner and the actor a member, so that the workspace always
 * has an owner.
 *
 * @throws AppError OWNERS_ONLY, MEMBER_NOT_FOUND or PERSONAL_WORKSPACE.
 */
export async function transfer(
  { workspaces, syncSessions }: MemberDeps,
  { workspaceId, actorId, memberId }: MemberAction,
): Promise<WorkspaceRow> {
  const workspace = await workspaces.change(workspaceId, (current) => {
    requireMemberRow(requireOwner(current, actorId), memberId)
    return memberId === actorId
      ? {}
      : withRoles(current, { [memberId]: 'owner', [actorId]: 'member' })
  })
  await syncSessions(workspaceId, memberId)
  await syncSessions(workspaceId, actorId)
  return workspace
}

function requireMemberRow(workspace: WorkspaceRow, memberId: string): MemberRow {
  const member = findMember(workspace, memberId)
  if (!member) throw new AppError('MEMBER_NOT_FOUND')
  return member
}

/**
 * Returns the change that sets new roles by account id; `none` removes a member.
 *
 * @throws AppError PERSONAL_WORKSPACE, LAST_OWNER
 */
function withRoles(
  workspace: WorkspaceRow,
  roles: Readonly<Record<string, Role | 'none'>>,
): WorkspaceChange {
  const { personalOf } = workspace
  const personal = personalOf ? roles[personalOf] : undefined
  if (personal !== undefined && personal !== 'owner') throw new AppError('PERSONAL_WORKSPACE')
  const members = workspace.members.flatMap((member) => {
    const role = roles[member.accountId] ?? member.role
    return role === 'none' ? [] : [{ ...member, role }]
  })
  if (!members.some(({ role }) => role === 'owner')) throw new AppError('LAST_OWNER')
  return { members, resync: Object.keys(roles) }
}
