import type { MemberView, WorkspaceView } from '@inkproof/protocol/workspaces'
import { usePersonalQueries } from '@inkproof/slice-parts/personal-query'
import { useWorkspaces, type WorkspacesState } from '../workspaces/use-workspaces.ts'
import { workspaceQuery } from '../workspaces/workspaces.api.ts'

/**
 * The workspaces that prevent the deletion of the account, because they have other members and no other owner.
 * Empty until the members of all candidates are loaded. The service enforces this rule in any case.
 */
export function useWorkspacesToTransfer(): readonly WorkspaceView[] {
  const state = useWorkspaces()
  const owned = ownedWithOthers(state)
  const details = usePersonalQueries(owned.map(({ id }) => workspaceQuery(id)))
  const loaded = details.flatMap(({ data, isError }) =>
    data === undefined || isError ? [] : [data],
  )
  if (loaded.length < owned.length) return []
  return loaded
    .filter(({ members }) => members.length > 1 && !members.some(isOtherOwner))
    .map((workspace) => ({
      ...workspace,
      isCurrent: owned.some(({ id, isCurrent }) => isCurrent && id === workspace.id),
    }))
}

function ownedWithOthers(state: WorkspacesState) {
  if (state.status !== 'ready') return []
  return state.workspaces.filter(({ role, members }) => role === 'owner' && members > 1)
}

function isOtherOwner({ role, isYou }: MemberView): boolean {
  return role === 'owner' && !isYou
}
