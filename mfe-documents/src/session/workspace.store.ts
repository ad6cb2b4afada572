import type { WorkspaceSummary } from '@inkproof/protocol/workspaces'
import { request, useSession } from '@inkproof/slice'
import { personalStore } from '@inkproof/slice-parts/personal-store'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { useEffect } from 'react'

/** The workspace this session works in; null until it is known, and where it does not come. */
const { useStore, ask } = personalStore<{ workspace: WorkspaceSummary | null }>({ workspace: null })

/**
 * The workspace the person works in. It is asked for again when they come back to the window, as an owner
 * may have changed their role meanwhile.
 */
export function useWorkspace(): WorkspaceSummary | null {
  const workspaceId = useSession((session) => session.user?.workspaceId)
  const { workspace } = useStore()
  useEffect(() => {
    if (workspaceId === undefined) return
    const refresh = () => void refreshWorkspace()
    refresh()
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [workspaceId])
  return workspace?.id === workspaceId ? workspace : null
}

/** Whether the person may only read where they work. Signed out, that is not yet said. */
export function useIsViewer(): boolean {
  return useSession((session) => session.user?.role === 'viewer')
}

/** Asks how it stands now: after a refusal, and on return. No answer changes nothing. */
export async function refreshWorkspace(): Promise<void> {
  const { token } = useSession.getState()
  const asking = ask(async () => ({ workspace: await currentWorkspace() }))
  const isNew = await asking.catch(() => false)
  const { workspace } = useStore.getState()
  if (isNew && workspace !== null) keepInSession(workspace, token)
}

async function currentWorkspace(): Promise<WorkspaceSummary> {
  const answer = await request('GET', '/api/auth/workspaces/current')
  return answer.json()
}

function keepInSession({ id, role }: WorkspaceSummary, askedWith: string | null): void {
  const { user } = useSession.getState()
  if (user?.workspaceId === id && user.role === role) return
  updateUser({ workspaceId: id, role }, askedWith)
}
