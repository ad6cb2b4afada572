import { useSession } from '@inkproof/slice'
import { refetch } from '@inkproof/slice-parts/refetch'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { enterWorkspace, WORKSPACES_URL } from './workspaces.api.ts'

/** Fetches the list and the details on screen again; what is shown stays until the answers are there. */
export async function reloadWorkspaces(): Promise<void> {
  await refetch(WORKSPACES_URL)
}

/** Makes another workspace the one this session works in. */
export async function switchTo(workspaceId: string): Promise<void> {
  const { token } = useSession.getState()
  updateUser(await enterWorkspace(workspaceId), token)
  await reloadWorkspaces()
}
