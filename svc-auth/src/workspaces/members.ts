/** The members of a workspace and their roles. Each function makes one version-compared change of the workspace. */
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

export function memberOf(workspace: WorkspaceRow, accountId: string): MemberRow | undefined {
  return workspace.members.find((member) => member.accountId === accountId)
}

export function isOwner(workspace: WorkspaceRow, accountId: string): boolean {
  return memberOf(workspace, accountId)?.role === 'owner'
}

/** A workspace the account is not a member of is treated as missing. @throws AppError WORKSPACE_NOT_FOUND */
export function requireMember(
  workspace: WorkspaceRow | undefined,
  accountId: string,
): WorkspaceRow {
  if (!workspace || !memberOf(workspace, accountId)) throw new AppError('WORKSPACE_NOT_FOUND')
  return workspace
}

/** @throws AppError WORKSPACE_NOT_FOUND, or OWNERS_ONLY for its members and viewers */
export function requireOwner(workspace: WorkspaceRow | undefined, accountId: string): WorkspaceRow {
  const own = requireMember(workspace, accountId)
  if (!isOwner(own, accountId)) throw new AppError('OWNERS_ONLY')
  return own
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
  const workspace = await workspaces.change(workspaceId, (now) => {
    hasJoined = !memberOf(now, member.accountId)
    if (!hasJoined) return {}
    if (!isOwner(now, invitedBy)) throw new AppError('OWNERS_ONLY')
    if (now.members.length >= MAX_MEMBERS) throw new AppError('WORKSPACE_FULL')
    return { members: [...now.members, member] }
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
): Promise<{ workspace: WorkspaceRow; before: Role }> {
  let before: Role = role
  const workspace = await workspaces.change(workspaceId, (now) => {
    before = requireMemberRow(requireOwner(now, actorId), memberId).role
    return before === role ? {} : withRoles(now, { [memberId]: role })
  })
  await syncSessions(workspaceId, memberId)
  return { workspace, before }
}

/**
 * Removes a member; members who name themselves leave.
 *
 * @throws AppError OWNERS_ONLY, MEMBER_NOT_FOUND, LAST_OWNER or PERSONAL_WORKSPACE.
 */
export async function removeMember(
  { workspaces, syncSessions }: MemberDeps,
  { workspaceId, actorId, memberId }: MemberAction,
): Promise<WorkspaceRow> {
  const workspace = await workspaces.change(workspaceId, (now) => {
    if (actorId === memberId) requireMember(now, actorId)
    else requireMemberRow(requireOwner(now, actorId), memberId)
    return withRoles(now, { [memberId]: 'none' })
  })
  await syncSessions(workspaceId, memberId)
  return workspace
}

/**
 * Transfers ownership in one change: the member becomes an owner and the actor a member, so that there is always
 * exactly the right number of owners.
 *
 * @throws AppError OWNERS_ONLY, MEMBER_NOT_FOUND or PERSONAL_WORKSPACE.
 */
export async function transfer(
  { workspaces, syncSessions }: MemberDeps,
  { workspaceId, actorId, memberId }: MemberAction,
): Promise<WorkspaceRow> {
  const workspace = await workspaces.change(workspaceId, (now) => {
    requireMemberRow(requireOwner(now, actorId), memberId)
    return memberId === actorId ? {} : withRoles(now, { [memberId]: 'owner', [actorId]: 'member' })
  })
  await syncSessions(workspaceId, memberId)
  await syncSessions(workspaceId, actorId)
  return workspace
}

function requireMemberRow(workspace: WorkspaceRow, memberId: string): MemberRow {
  const member = memberOf(workspace, memberId)
  if (!member) throw new AppError('MEMBER_NOT_FOUND')
  return member
}

/** New roles by account; `none` removes a member. */
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
