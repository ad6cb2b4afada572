import { listWorkspaces } from '@inkproof/protocol/calls/workspaces'
import type { WorkspaceList, WorkspaceSummary, WorkspaceView } from '@inkproof/protocol/workspaces'
import { useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import {
  loadedOf,
  queryOf,
  usePersonalChange,
  usePersonalQuery,
} from '@inkproof/slice-parts/personal-query'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { t } from '@inkproof/texts/text'
import { workspaceQuery } from './workspaces.api.ts'

/** The workspaces of the signed-in user, and the details of the current one. */
export type WorkspacesState =
  | { status: 'loading' }
  | { status: 'failed'; reason: string }
  | { status: 'ready'; workspaces: WorkspaceSummary[]; current: WorkspaceView }

/** Fetches the workspaces. While the details of another workspace are loading, the previous ones stay visible. */
export function useWorkspaces(): WorkspacesState {
  const list = loadedOf(usePersonalQuery({ ...queryOf(listWorkspaces), queryFn: fetchList }))
  const workspaces = list.status === 'ready' ? list.data.workspaces : []
  const id = (workspaces.find(({ isCurrent }) => isCurrent) ?? workspaces[0])?.id
  const current = loadedOf(
    usePersonalQuery(workspaceQuery(id ?? ''), {
      enabled: id !== undefined,
      placeholderData: (previous, query) =>
        isCurrentUser(query?.queryKey[1]) ? previous : undefined,
    }),
  )
  if (list.status !== 'ready') return list
  if (current.status !== 'ready') return current
  return { status: 'ready', workspaces, current: current.data }
}

/** Returns a function that runs a change of a workspace, and then shows the details returned by the service. */
export function useWorkspaceChange() {
  return usePersonalChange<WorkspaceView>(async (updated, write) => {
    if (updated.isCurrent) syncSessionRole(updated, useSession.getState().token)
    await write(workspaceQuery(updated.id), updated)
    await write(queryOf(listWorkspaces), (list) => replaceWorkspace(list, updated))
  })
}

async function fetchList({ signal }: { signal: AbortSignal }): Promise<WorkspaceList> {
  const { token } = useSession.getState()
  const list = await call(listWorkspaces, {}, { signal })
  if (list.workspaces.length === 0) throw new Error(t('The list of workspaces is empty.'))
  const current = list.workspaces.find(({ isCurrent }) => isCurrent)
  if (current) syncSessionRole(current, token)
  return list
}

/** Updates the session's workspace and role if they have changed elsewhere, because other pages depend on them. */
function syncSessionRole(
  current: { id: string; role: WorkspaceView['role'] },
  token: string | null,
): void {
  const { user } = useSession.getState()
  if (user?.workspaceId === current.id && user.role === current.role) return
  updateUser({ workspaceId: current.id, role: current.role }, token)
}

function replaceWorkspace(
  list: WorkspaceList,
  { id, name, role, members }: WorkspaceView,
): WorkspaceList {
  const workspaces = list.workspaces.map((workspace) =>
    workspace.id === id ? { ...workspace, name, role, members: members.length } : workspace,
  )
  return { ...list, workspaces }
}

function isCurrentUser(accountId: string | undefined): boolean {
  return accountId !== undefined && accountId === useSession.getState().user?.id
}
