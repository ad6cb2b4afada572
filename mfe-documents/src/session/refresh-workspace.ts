import { urlOf } from '@inkproof/protocol/call-url'
import { showCurrentWorkspace } from '@inkproof/protocol/calls/workspaces'
import type { WorkspaceSummary } from '@inkproof/protocol/workspaces'
import { queryClient, useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { personalKey } from '@inkproof/slice-parts/personal-key'
import { updateUser } from '@inkproof/slice-parts/update-user'

/** Refetches the current workspace, after a rejected request and on returning to the window. Errors are ignored. */
export async function refreshWorkspace(): Promise<void> {
  const accountId = useSession.getState().user?.id
  if (accountId === undefined) return
  await queryClient
    .fetchQuery({
      queryKey: personalKey(urlOf(showCurrentWorkspace), accountId),
      queryFn: fetchWorkspace,
      staleTime: 0,
    })
    .catch(() => undefined)
}

/** Fetches the workspace, and updates the session if an owner has changed the role meanwhile. */
export async function fetchWorkspace({
  signal,
}: {
  signal: AbortSignal
}): Promise<WorkspaceSummary> {
  const { token } = useSession.getState()
  const workspace = await call(showCurrentWorkspace, {}, { signal })
  syncSessionRole(workspace, token)
  return workspace
}

function syncSessionRole({ id, role }: WorkspaceSummary, requestToken: string | null): void {
  const { user } = useSession.getState()
  if (user?.workspaceId === id && user.role === role) return
  updateUser({ workspaceId: id, role }, requestToken)
}
