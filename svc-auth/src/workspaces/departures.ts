/** What the end of an account means for the workspaces it belonged to. */
import { memberOf } from './members.ts'
import type { WorkspaceChange, WorkspaceStore } from './workspace-store.ts'
import type { MemberRow, WorkspaceRow } from './workspaces.model.ts'

/** Workspaces with other members in which this person is the only owner. */
export async function ownedWithOthers(
  workspaces: Pick<WorkspaceStore, 'ofAccount'>,
  accountId: string,
): Promise<WorkspaceRow[]> {
  const held = await workspaces.ofAccount(accountId)
  return held.filter(({ members }) => members.length > 1 && isOnlyOwner(members, accountId))
}

export type LeaveEverywhereDeps = {
  workspaces: Pick<WorkspaceStore, 'ofAccount' | 'change'>
  /** Tells the other services of a workspace, and removes it where nobody is left in it. */
  announce: (workspaceId: string) => Promise<void>
}

/**
 * Takes a person out of every workspace, the personal one included. Others who came in since the person
 * asked to go, and would be left without an owner, get the one who has been there longest; a workspace
 * nobody is left in goes. May be repeated.
 */
export async function leaveEverywhere(
  { workspaces, announce }: LeaveEverywhereDeps,
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

/** The workspace without a member; others who would be left without an owner get one. */
export function withoutMember(workspace: WorkspaceRow, accountId: string): WorkspaceChange {
  if (!memberOf(workspace, accountId)) return {}
  const others = workspace.members.filter((member) => member.accountId !== accountId)
  const heir = isOnlyOwner(workspace.members, accountId) ? heirAmong(others) : undefined
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

/** Members before viewers, then who has been there longest. */
function heirAmong(others: readonly MemberRow[]): MemberRow | undefined {
  const rank = ({ role }: MemberRow) => (role === 'viewer' ? 1 : 0)
  const since = ({ since: at }: MemberRow) => at.getTime()
  return [...others].sort((a, b) => rank(a) - rank(b) || since(a) - since(b))[0]
}

function isOnlyOwner(members: readonly MemberRow[], accountId: string): boolean {
  const owners = members.filter(({ role }) => role === 'owner')
  return owners.length === 1 && owners[0]?.accountId === accountId
}
