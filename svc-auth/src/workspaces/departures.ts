/** Removes an account from its workspaces when it is deleted. */
import { memberOf } from './members.ts'
import type { WorkspaceChange, WorkspaceStore } from './workspace-store.ts'
import type { MemberRow, WorkspaceRow } from './workspaces.model.ts'

/** Workspaces that have other members and no other owner than this person. */
export async function ownedWithOthers(
  workspaces: Pick<WorkspaceStore, 'ofAccount'>,
  accountId: string,
): Promise<WorkspaceRow[]> {
  const held = await workspaces.ofAccount(accountId)
  return held.filter(({ members }) => members.length > 1 && isOnlyOwner(members, accountId))
}

export type LeaveAllWorkspacesDeps = {
  workspaces: Pick<WorkspaceStore, 'ofAccount' | 'change'>
  /** Announces a workspace, and deletes it if it has no members. */
  announce: (workspaceId: string) => Promise<void>
}

/**
 * Removes a person from every workspace, including the personal one. Members who joined after the deletion was
 * requested and would be left without an owner get the longest-standing member as owner; a workspace without
 * members is deleted. Idempotent.
 */
export async function leaveAllWorkspaces(
  { workspaces, announce }: LeaveAllWorkspacesDeps,
  accountId: string,
): Promise<void> {
  for (;;) {
    const held = await workspaces.ofAccount(accountId)
    if (held.length === 0) return
    for (const { _id } of held) {
      await workspaces.change(_id, (now) => withoutMember(now, accountId))
      await announce(_id)
    }
  }
}

/** The workspace without a member; if it would have no owner, another member becomes one. */
export function withoutMember(workspace: WorkspaceRow, accountId: string): WorkspaceChange {
  if (!memberOf(workspace, accountId)) return {}
  const others = workspace.members.filter((member) => member.accountId !== accountId)
  const heir = isOnlyOwner(workspace.members, accountId) ? nextOwner(others) : undefined
  const members = others.map((member) =>
    member === heir ? { ...member, role: 'owner' as const } : member,
  )
  const { personalOf } = workspace
  return {
    members,
    ...(personalOf === accountId && { personalOf: null }),
    ...(heir && { resync: [heir.accountId] }),
  }
}

/** Members before viewers, then by how long they have been there. */
function nextOwner(others: readonly MemberRow[]): MemberRow | undefined {
  const rank = ({ role }: MemberRow) => (role === 'viewer' ? 1 : 0)
  const since = ({ since: at }: MemberRow) => at.getTime()
  return [...others].sort((a, b) => rank(a) - rank(b) || since(a) - since(b))[0]
}

function isOnlyOwner(members: readonly MemberRow[], accountId: string): boolean {
  const owners = members.filter(({ role }) => role === 'owner')
  return owners.length === 1 && owners[0]?.accountId === accountId
}
