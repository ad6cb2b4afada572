import { urlOf } from '@inkproof/protocol/call-url'
import { listWorkspaces } from '@inkproof/protocol/calls/workspaces'
import { useSession } from '@inkproof/slice'
import { refetch } from '@inkproof/slice-parts/refetch'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { enterWorkspace } from './workspaces.api.ts'

/** Refetches the list of workspaces and the details on screen. The old data stays visible while they load. */
export async function reloadWorkspaces(): Promise<void> {
  await refetch(urlOf(listWorkspaces))
}

/** Switches this session to another workspace. */
export async function switchToWorkspace(workspaceId: string): Promise<void> {
  const { token } = useSession.getState()
  updateUser(await enterWorkspace(workspaceId), token)
  await reloadWorkspaces()
}
