/** Workspaces that hold their person back: others work there, and nobody else owns it. */
import type { MemberView, WorkspaceView } from '@inkproof/protocol/workspaces'
import { personalStore } from '@inkproof/slice-parts/personal-store'
import { viewWorkspace } from '../workspaces/workspaces.api.ts'
import { useWorkspaces, type WorkspacesState } from '../workspaces/workspaces.store.ts'

type Known = Extract<WorkspacesState, { status: 'ready' }>

const { useStore, set, ask } = personalStore<readonly WorkspaceView[]>([])

/** For reading; empty while nobody knows, as the service refuses in any case. It follows the workspaces. */
export const useHandOvers = useStore

useWorkspaces.subscribe(follow)
follow(useWorkspaces.getState())

function follow(state: WorkspacesState): void {
  if (state.status === 'ready') void ask(() => findHandOvers(state))
  else set([])
}

async function findHandOvers({ workspaces, current }: Known): Promise<readonly WorkspaceView[]> {
  const shared = workspaces.filter(({ role, members }) => role === 'owner' && members > 1)
  try {
    const views = await Promise.all(
      shared.map(({ id }) => (id === current.id ? current : viewWorkspace(id))),
    )
    return views.filter(({ members }) => members.length > 1 && !members.some(isOtherOwner))
  } catch {
    return []
  }
}

function isOtherOwner({ role, isYou }: MemberView): boolean {
  return role === 'owner' && !isYou
}
