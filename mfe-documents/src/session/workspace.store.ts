import type { WorkspaceSummary } from '@inkproof/protocol/workspaces'
import { request, useSession } from '@inkproof/slice'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { useEffect } from 'react'
import { create } from 'zustand'

/** The workspace this session works in; null until it is known, and where it does not come. */
const useCurrent = create<{ workspace: WorkspaceSummary | null }>()(() => ({ workspace: null }))

/** Counts the questions: the answer to an older one is dropped. */
let asked = 0

/**
 * The workspace the person works in. It is asked for again when they come back to the window, as an owner
 * may have changed their role meanwhile.
 */
export function useWorkspace(): WorkspaceSummary | null {
  const workspaceId = useSession((session) => session.user?.workspaceId)
  const { workspace } = useCurrent()
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
  asked += 1
  const question = asked
  const { token } = useSession.getState()
  const answer = await request('GET', '/api/auth/workspaces/current').catch(() => null)
  if (answer === null || question !== asked) return
  const workspace = (await answer.json()) as WorkspaceSummary
  if (question !== asked) return
  useCurrent.setState({ workspace })
  keepInSession(workspace, token)
}

function keepInSession({ id, role }: WorkspaceSummary, askedWith: string | null): void {
  const { user } = useSession.getState()
  if (user?.workspaceId === id && user.role === role) return
  updateUser({ workspaceId: id, role }, askedWith)
}

// Nobody sees for a moment what belongs to the person before them.
useSession.subscribe((session, before) => {
  if (session.user?.id === before.user?.id) return
  asked += 1
  useCurrent.setState({ workspace: null })
})
