import { t } from '@inkproof/texts/text'
import { Card } from '@inkproof/ui/card'
import { ErrorState } from '@inkproof/ui/error-state'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useEffect } from 'react'
import { Branding } from './branding.tsx'
import { CurrentWorkspace } from './current-workspace.tsx'
import { Invitations } from './invitations.tsx'
import { reloadWorkspaces } from './reload-workspaces.ts'
import { useWorkspaces } from './use-workspaces.ts'
import { WorkspaceChoice } from './workspace-choice.tsx'

/** The user's workspaces and their members. */
export function Component() {
  const state = useWorkspaces()
  useReloadOnFocus()
  if (state.status === 'failed') {
    return (
      <ErrorState
        title={t('Your workspaces could not be loaded')}
        onRetry={() => void reloadWorkspaces()}
      >
        {state.reason}
      </ErrorState>
    )
  }
  if (state.status === 'loading') return <LoadingSkeleton />
  const { workspaces, current } = state
  return (
    <>
      <WorkspaceChoice workspaces={workspaces} />
      <CurrentWorkspace key={`members-${current.id}`} workspace={current} />
      {current.role === 'owner' && (
        <Invitations key={`invitations-${current.id}`} workspace={current} />
      )}
      <Branding key={`branding-${current.id}`} workspace={current} />
    </>
  )
}

/** Refetches the workspaces when the section opens or the window gains focus: other owners may have changed them. */
function useReloadOnFocus(): void {
  useEffect(() => {
    const reload = () => void reloadWorkspaces()
    reload()
    addEventListener('focus', reload)
    return () => removeEventListener('focus', reload)
  }, [])
}

function LoadingSkeleton() {
  return (
    <Card>
      <div role="status" aria-label={t('Loading your workspaces')} className="space-y-5">
        {['first', 'second', 'third'].map((row) => (
          <div key={row} className="flex items-center gap-4">
            <Skeleton round className="size-9" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-4 w-48" />
              <Skeleton className="h-3.5 w-32" />
            </div>
          </div>
        ))}
      </div>
    </Card>
  )
}
