import type { WorkspaceSummary } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { useRef } from 'react'
import { CardList } from '../forms/card-list.tsx'
import { useAct } from '../forms/use-act.ts'
import { NewWorkspace } from './new-workspace.tsx'
import { switchTo } from './reload-workspaces.ts'
import { roleLabel } from './role-words.ts'

/** The workspaces one belongs to, and the way from one to the other. */
export function WorkspaceChoice({ workspaces }: { workspaces: WorkspaceSummary[] }) {
  const place = useRef<HTMLUListElement>(null)
  const { busy, error, run } = useAct()

  async function enter({ id, name }: WorkspaceSummary) {
    if (!(await run(id, () => switchTo(id)))) return
    // The button that was pressed is gone; without this the focus would be nowhere.
    place.current?.focus()
    toast({ title: `You now work in ${name}`, variant: 'success' })
  }

  return (
    <Card>
      <CardHeader
        level={3}
        title="Where you work"
        description="What you certify belongs to the workspace you are in, and its members see it."
        actions={<NewWorkspace />}
      />
      <CardList label="Workspaces" place={place} error={error}>
        {workspaces.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3.5">
            <div className="min-w-0">
              <p className="break-words font-medium text-ink">{one.name}</p>
              <p className="text-ink-muted text-sm">{wordsOf(one)}</p>
            </div>
            {one.isCurrent ? (
              <Badge tone="success" dot>
                You work here
              </Badge>
            ) : (
              <Button size="sm" busy={busy === one.id} onClick={() => void enter(one)}>
                Work here
                <span className="sr-only">: {one.name}</span>
              </Button>
            )}
          </li>
        ))}
      </CardList>
    </Card>
  )
}

function wordsOf({ role, isPersonal, members }: WorkspaceSummary): string {
  const count = members === 1 ? 'only you' : `${members} members`
  return [isPersonal ? 'Personal' : roleLabel(role), count].join(' · ')
}
