/** Who belongs to a workspace, and in which role. Each verb is one compared change of the workspace. */
import type { Role } from '@inkproof/protocol/auth'
import { MOST_MEMBERS } from '@inkproof/protocol/workspaces'
import { AppError } from '@inkproof/service-kit/app-error'
import type { WorkspaceChange, WorkspaceStore } from './workspace-store.ts'
import type { MemberRow, WorkspaceRow } from './workspaces.model.ts'

export type MemberDeps = {
  workspaces: WorkspaceStore
  /** Brings a member's live sessions in line with the workspace. */
  syncSessions: (workspaceId: string, accountId: string) => Promise<void>
}

/** Somebody does something to a member of a workspace. */
export type OnMember = { workspaceId: string; actorId: string; memberId: string }

export function memberOf(workspace: WorkspaceRow, accountId: string): MemberRow | undefined {
  return workspace.members.find((member) => member.accountId === accountId)
}

export function isOwner(workspace: WorkspaceRow, accountId: string): boolean {
  return memberOf(workspace, accountId)?.role === 'owner'
}

/** A workspace one is not in is answered like one that does not exist. @throws AppError WORKSPACE_NOT_FOUND */
export function mustBelong(workspace: WorkspaceRow | undefined, accountId: string): WorkspaceRow {
  if (!workspace || !memberOf(workspace, accountId)) throw new AppError('WORKSPACE_NOT_FOUND')
  return workspace
}

/** @throws AppError WORKSPACE_NOT_FOUND, or OWNERS_ONLY for its members and viewers */
export function mustOwn(workspace: WorkspaceRow | undefined, accountId: string): WorkspaceRow {
  const own = mustBelong(workspace, accountId)
  if (!isOwner(own, accountId)) throw new AppError('OWNERS_ONLY')
  return own
}

/**
 * Lets somebody in whom an owner invited. Whoever is a member already stays what they are.
 *
 * @throws AppError WORKSPACE_NOT_FOUND, WORKSPACE_FULL, or OWNERS_ONLY when the inviter is no owner any more.
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
    if (now.members.length >= MOST_MEMBERS) throw new AppError('WORKSPACE_FULL')
    return { members: [...now.members, member] }
  })
  return { workspace, hasJoined }
}

/**
 * Gives a member another role. Answers the workspace and the role they had before.
 *
 * @throws AppError OWNERS_ONLY, MEMBER_NOT_FOUND, LAST_OWNER or PERSONAL_WORKSPACE.
 */
export async function setRole(
  { workspaces, syncSessions }: MemberDeps,
  { workspaceId, actorId, memberId, role }: OnMember & { role: Role },
): Promise<{ workspace: WorkspaceRow; before: Role }> {
  let before: Role = role
  const workspace = await workspaces.change(workspaceId, (now) => {
    before = mustFind(mustOwn(now, actorId), memberId).role
    return before === role ? {} : changed(now, { [memberId]: role })
  })
  await syncSessions(workspaceId, memberId)
  return { workspace, before }
}

/**
 * Takes a member out; whoever names themselves leaves.
 *
 * @throws AppError OWNERS_ONLY, MEMBER_NOT_FOUND, LAST_OWNER or PERSONAL_WORKSPACE.
 */
export async function removeMember(
  { workspaces, syncSessions }: MemberDeps,
  { workspaceId, actorId, memberId }: OnMember,
): Promise<WorkspaceRow> {
  const workspace = await workspaces.change(workspaceId, (now) => {
    if (actorId === memberId) mustBelong(now, actorId)
    else mustFind(mustOwn(now, actorId), memberId)
    return changed(now, { [memberId]: 'none' })
  })
  await syncSessions(workspaceId, memberId)
  return workspace
}

/**
 * Hands a workspace over in one change: the member becomes an owner and the actor a member, so there is
 * no moment with none or with an owner too many.
 *
 * @throws AppError OWNERS_ONLY, MEMBER_NOT_FOUND or PERSONAL_WORKSPACE.
 */
export async function transfer(
  { workspaces, syncSessions }: MemberDeps,
  { workspaceId, actorId, memberId }: OnMember,
): Promise<WorkspaceRow> {
  const workspace = await workspaces.change(workspaceId, (now) => {
    mustFind(mustOwn(now, actorId), memberId)
    return memberId === actorId ? {} : changed(now, { [memberId]: 'owner', [actorId]: 'member' })
  })
  await syncSessions(workspaceId, memberId)
  await syncSessions(workspaceId, actorId)
  return workspace
}

function mustFind(workspace: WorkspaceRow, memberId: string): MemberRow {
  const member = memberOf(workspace, memberId)
  if (!member) throw new AppError('MEMBER_NOT_FOUND')
  return member
}

/** New roles by account; `none` takes them out. */
function changed(
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
