import type { WorkspaceView } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { useNavigate } from 'react-router-dom'
import { CardError } from '../forms/form-error.tsx'
import { useAct } from '../forms/use-act.ts'
import { switchTo } from '../workspaces/reload-workspaces.ts'

/** What the service would refuse after everything was typed, said before, with the way to mend it. */
export function HandOverFirst({ workspaces }: { workspaces: readonly WorkspaceView[] }) {
  const navigate = useNavigate()
  const { busy, error, run } = useAct()

  async function goThere({ id, name, isCurrent }: WorkspaceView) {
    if (!isCurrent) {
      if (!(await run(id, () => switchTo(id)))) return
      toast({ title: `You now work in ${name}`, variant: 'success' })
    }
    void navigate({ hash: 'workspaces' })
  }

  return (
    <>
      <CardError error={error} />
      <Alert title="Others would be left without an owner">
        <p>
          You are the only owner of {workspaces.length === 1 ? 'a workspace' : 'workspaces'} that
          others work in. Make somebody else an owner there, or remove its members; then you can
          delete your account.
        </p>
        <ul aria-label="Workspaces to hand over" className="mt-3 divide-y divide-line">
          {workspaces.map((one) => (
            <Held
              key={one.id}
              workspace={one}
              isOpening={busy === one.id}
              isBusy={busy !== null}
              onOpen={() => void goThere(one)}
            />
          ))}
        </ul>
      </Alert>
    </>
  )
}

type HeldProps = {
  workspace: WorkspaceView
  isOpening: boolean
  isBusy: boolean
  onOpen: () => void
}

function Held({ workspace: { name, members }, isOpening, isBusy, onOpen }: HeldProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <span className="min-w-0 break-words">
        <span className="font-medium text-ink">{name}</span>{' '}
        <span className="whitespace-nowrap">· {members.length} members</span>
      </span>
      <Button size="sm" busy={isOpening} disabled={isBusy} onClick={onOpen}>
        Go to its members
        <span className="sr-only">: {name}</span>
      </Button>
    </li>
  )
}
