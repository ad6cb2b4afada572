/** Removes an account from its workspaces when it is deleted. */
import { findMember } from './members.ts'
import type { WorkspaceChange, WorkspaceStore } from './workspace-store.ts'
import type { MemberRow, WorkspaceRow } from './workspaces.model.ts'

/** Returns the workspaces that have other members and whose only owner is this person. */
export async function findWorkspacesToTransfer(
  workspaces: Pick<WorkspaceStore, 'ofAccount'>,
  accountId: string,
): Promise<WorkspaceRow[]> {
  const workspacesOfPerson = await workspaces.ofAccount(accountId)
  return workspacesOfPerson.filter(
    ({ members }) => members.length > 1 && isOnlyOwner(members, accountId),
  )
}

/**
 * Removes a person from every workspace, including the personal one. Idempotent. If a workspace would be left without
 * an owner, because members joined after the deletion was requested, `chooseNextOwner` decides who becomes the owner.
 *
 * This function does not wait for other services: a sweep announces the changed workspaces, and deletes those without
 * members (announcement-sweep.ts).
 */
export async function leaveAllWorkspaces(
  workspaces: Pick<WorkspaceStore, 'ofAccount' | 'change'>,
  accountId: string,
): Promise<void> {
  for (;;) {
    const workspacesOfPerson = await workspaces.ofAccount(accountId)
    if (workspacesOfPerson.length === 0) return
    for (const { _id } of workspacesOfPerson)
      await workspaces.change(_id, (workspace) => withoutMember(workspace, accountId))
  }
}

/** Returns the change that removes a member. If no owner would be left, another member becomes an owner. */
export function withoutMember(workspace: WorkspaceRow, accountId: string): WorkspaceChange {
  if (!findMember(workspace, accountId)) return {}
  const others = workspace.members.filter((member) => member.accountId !== accountId)
  const successor = isOnlyOwner(workspace.members, accountId) ? chooseNextOwner(others) : undefined
  const members = others.map((member) =>
    member === successor ? { ...member, role: 'owner' as const } : member,
  )
  const { personalOf } = workspace
  return {
    members,
    ...(personalOf === accountId && { personalOf: null }),
    ...(successor && { resync: [successor.accountId] }),
  }
}

/** Returns the longest-standing candidate, a viewer only if all are viewers. Undefined if there are no candidates. */
function chooseNextOwner(candidates: readonly MemberRow[]): MemberRow | undefined {
  const rank = ({ role }: MemberRow) => (role === 'viewer' ? 1 : 0)
  const since = ({ since: at }: MemberRow) => at.getTime()
  return [...candidates].sort((a, b) => rank(a) - rank(b) || since(a) - since(b))[0]
}

function isOnlyOwner(members: readonly MemberRow[], accountId: string): boolean {
  const owners = members.filter(({ role }) => role === 'owner')
  return owners.length === 1 && owners[0]?.accountId === accountId
}
