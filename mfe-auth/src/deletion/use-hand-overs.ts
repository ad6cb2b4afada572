import type { MemberView, WorkspaceView } from '@inkproof/protocol/workspaces'
import { usePersonalQueries } from '@inkproof/slice-parts/personal-query'
import { useWorkspaces, type WorkspacesState } from '../workspaces/use-workspaces.ts'
import { workspaceQuery } from '../workspaces/workspaces.api.ts'

/**
 * Workspaces that prevent the deletion of the account, because they have other members and no other owner. Empty
 * until that is known; the service checks it in any case.
 */
export function useHandOvers(): readonly WorkspaceView[] {
  const state = useWorkspaces()
  const owned = ownedWithOthers(state)
  const views = usePersonalQueries(owned.map(({ id }) => workspaceQuery(id)))
  const known = views.flatMap(({ data, isError }) => (data === undefined || isError ? [] : [data]))
  if (known.length < owned.length) return []
  return known
    .filter(({ members }) => members.length > 1 && !members.some(isOtherOwner))
    .map((view) => ({
      ...view,
      isCurrent: owned.some(({ id, isCurrent }) => isCurrent && id === view.id),
    }))
}

function ownedWithOthers(state: WorkspacesState) {
  if (state.status !== 'ready') return []
  return state.workspaces.filter(({ role, members }) => role === 'owner' && members > 1)
}

function isOtherOwner({ role, isYou }: MemberView): boolean {
  return role === 'owner' && !isYou
}
