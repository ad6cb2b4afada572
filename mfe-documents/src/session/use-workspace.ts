import type { WorkspaceSummary } from '@inkproof/protocol/workspaces'
import { useSession } from '@inkproof/slice'
import { usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { useEffect } from 'react'
import { CURRENT_URL, fetchWorkspace, refreshWorkspace } from './refresh-workspace.ts'

/**
 * The workspace the person works in; null until it is known, and where it does not come. It is fetched again when
 * they come back to the window, as an owner may have changed their role meanwhile.
 */
export function useWorkspace(): WorkspaceSummary | null {
  const workspaceId = useSession((session) => session.user?.workspaceId)
  const { data } = usePersonalQuery<WorkspaceSummary>(CURRENT_URL, { queryFn: fetchWorkspace })
  useEffect(() => {
    if (workspaceId === undefined) return
    const refresh = () => void refreshWorkspace()
    refresh()
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [workspaceId])
  return data?.id === workspaceId ? (data ?? null) : null
}
