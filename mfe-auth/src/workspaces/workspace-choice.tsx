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
import { switchTo } from './reload-workspaces.ts'
import { roleLabel } from './role-words.ts'

/** The person's workspaces, and a button to switch to each. */
export function WorkspaceChoice({ workspaces }: { workspaces: WorkspaceSummary[] }) {
  const place = useRef<HTMLUListElement>(null)
  const { busy, error, run } = useActions()

  async function enter({ id, name }: WorkspaceSummary) {
    if (!(await run(id, () => switchTo(id)))) return
    // The pressed button is gone; without this the focus would be lost.
    place.current?.focus()
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
      <CardList label={t('Workspaces')} place={place} error={error}>
        {workspaces.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3.5">
            <div className="min-w-0">
              <p className="break-words font-medium text-ink">{one.name}</p>
              <p className="text-ink-muted text-sm">{wordsOf(one)}</p>
            </div>
            {one.isCurrent ? (
              <Badge tone="success" dot>
                {t('Current')}
              </Badge>
            ) : (
              <Button
                size="sm"
                aria-label={t('Switch to {name}', { name: one.name })}
                busy={busy === one.id}
                onClick={() => void enter(one)}
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

function wordsOf({ role, isPersonal, members }: WorkspaceSummary): string {
  const count =
    members === 1
      ? t('only you')
      : plural(members, { one: '{count} member', other: '{count} members' })
  return [isPersonal ? t('Personal') : roleLabel(role), count].join(' · ')
}
