import type { WorkspaceSummary } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { plural, t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { useRef } from 'react'
import { CardList } from '../forms/card-list.tsx'
import { useActions } from '../forms/use-actions.ts'
import { NewWorkspace } from './new-workspace.tsx'
import { switchToWorkspace } from './reload-workspaces.ts'
import { roleLabel } from './roles.ts'

/** The user's workspaces, with a button to switch to each. */
export function WorkspaceChoice({ workspaces }: { workspaces: WorkspaceSummary[] }) {
  const listRef = useRef<HTMLUListElement>(null)
  const { busy, error, run } = useActions()

  async function switchWorkspace({ id, name }: WorkspaceSummary) {
    if (!(await run(id, () => switchToWorkspace(id)))) return
    // The pressed button is gone, so the list receives focus.
    listRef.current?.focus()
    toast({ title: t('Switched to {name}', { name }), variant: 'success' })
  }

  return (
    <Card>
      <CardHeader
        level={3}
        title={t('Your workspaces')}
        description={t(
          'What you certify belongs to your current workspace and is visible to its members.',
        )}
        actions={<NewWorkspace />}
      />
      <CardList label={t('Workspaces')} listRef={listRef} error={error}>
        {workspaces.map((workspace) => (
          <li
            key={workspace.id}
            className="flex flex-wrap items-center justify-between gap-3 py-3.5"
          >
            <div className="min-w-0">
              <p className="break-words font-medium text-ink">{workspace.name}</p>
              <p className="text-ink-muted text-sm">{describeWorkspace(workspace)}</p>
            </div>
            {workspace.isCurrent ? (
              <Badge tone="success" dot>
                {t('Current')}
              </Badge>
            ) : (
              <Button
                size="sm"
                aria-label={t('Switch to {name}', { name: workspace.name })}
                busy={busy === workspace.id}
                onClick={() => void switchWorkspace(workspace)}
              >
                {t('Switch')}
              </Button>
            )}
          </li>
        ))}
      </CardList>
    </Card>
  )
}

function describeWorkspace({ role, isPersonal, members }: WorkspaceSummary): string {
  const count =
    members === 1
      ? t('only you')
      : plural(members, { one: '{count} member', other: '{count} members' })
  return [isPersonal ? t('Personal') : roleLabel(role), count].join(' · ')
}
