import { showCurrentWorkspace } from '@inkproof/protocol/calls/workspaces'
import type { WorkspaceSummary } from '@inkproof/protocol/workspaces'
import { useSession } from '@inkproof/slice'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { useEffect } from 'react'
import { fetchWorkspace, refreshWorkspace } from './refresh-workspace.ts'

/**
 * The current workspace; null while it is loading or if it cannot be loaded. It is refetched when the user
 * returns to the window, because an owner may have changed their role.
 */
export function useWorkspace(): WorkspaceSummary | null {
  const workspaceId = useSession((session) => session.user?.workspaceId)
  const { data } = usePersonalQuery({
    ...queryOf(showCurrentWorkspace),
    queryFn: fetchWorkspace,
  })
  useEffect(() => {
    if (workspaceId === undefined) return
    const refresh = () => void refreshWorkspace()
    refresh()
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [workspaceId])
  return data?.id === workspaceId ? (data ?? null) : null
}
