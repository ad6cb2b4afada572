import type { MemberView, WorkspaceView } from '@inkproof/protocol/workspaces'
import { usePersonalQueries } from '@inkproof/slice-parts/personal-query'
import { useWorkspaces, type WorkspacesState } from '../workspaces/use-workspaces.ts'
import { workspaceUrl } from '../workspaces/workspaces.api.ts'

/**
 * Workspaces that keep their person from deleting the account: others work there, and nobody else owns it. Empty
 * while that is not known, as the service refuses in any case.
 */
export function useHandOvers(): readonly WorkspaceView[] {
  const state = useWorkspaces()
  const owned = ownedWithOthers(state)
  const views = usePersonalQueries<WorkspaceView>(owned.map(({ id }) => workspaceUrl(id)))
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
