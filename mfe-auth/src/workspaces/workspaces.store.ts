import type { WorkspaceSummary, WorkspaceView } from '@inkproof/protocol/workspaces'
import { useSession } from '@inkproof/slice'
import { personalStore } from '@inkproof/slice-parts/personal-store'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { enterWorkspace, listWorkspaces, viewWorkspace } from './workspaces.api.ts'

/** The workspaces of the signed-in person, and all there is to see of the one this session works in. */
export type WorkspacesState =
  | { status: 'loading' }
  | { status: 'failed'; reason: string }
  | { status: 'ready'; workspaces: WorkspaceSummary[]; current: WorkspaceView }

const LOADING: WorkspacesState = { status: 'loading' }

const { useStore, set, ask } = personalStore<WorkspacesState>(LOADING)

/** For reading. It changes by the functions below only. */
export const useWorkspaces = useStore

/** Asks again; what is shown stays until the answer is there. */
export async function reloadWorkspaces(): Promise<void> {
  if (useStore.getState().status === 'failed') set(LOADING)
  const { token } = useSession.getState()
  if (!(await ask(fetchWorkspaces))) return
  const shown = useStore.getState()
  if (shown.status === 'ready') keepInSession(shown.current, token)
}

/** Goes on working in another workspace. */
export async function switchTo(workspaceId: string): Promise<void> {
  const { token } = useSession.getState()
  updateUser(await enterWorkspace(workspaceId), token)
  await reloadWorkspaces()
}

/** Changes the workspace one works in and shows what came of it, unless the session is another by then. */
export async function changeCurrent(change: () => Promise<WorkspaceView>): Promise<void> {
  const { token } = useSession.getState()
  const changed = await change()
  if (useSession.getState().token === token) showChanged(changed, token)
}

function showChanged(current: WorkspaceView, askedWith: string | null): void {
  const shown = useStore.getState()
  if (shown.status !== 'ready' || shown.current.id !== current.id) return
  const { name, role, members } = current
  const workspaces = shown.workspaces.map((one) =>
    one.id === current.id ? { ...one, name, role, members: members.length } : one,
  )
  // A list that was asked for before this change is older than it, and dropped.
  set({ status: 'ready', workspaces, current })
  keepInSession(current, askedWith)
}

async function fetchWorkspaces(): Promise<WorkspacesState> {
  try {
    const workspaces = await listWorkspaces()
    const [first] = workspaces
    const current = workspaces.find(({ isCurrent }) => isCurrent) ?? first
    if (!current) throw new Error('The list of workspaces is empty.')
    return { status: 'ready', workspaces, current: await viewWorkspace(current.id) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    return { status: 'failed', reason: reason || 'Nothing answered.' }
  }
}

/** A role that an owner changed meanwhile is what the other pages have to go by. */
function keepInSession({ id, role, isCurrent }: WorkspaceView, askedWith: string | null): void {
  const { user } = useSession.getState()
  if (!isCurrent || (user?.workspaceId === id && user.role === role)) return
  updateUser({ workspaceId: id, role }, askedWith)
}
