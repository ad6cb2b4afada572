import type { WorkspaceView } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { plural, t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { useNavigate } from 'react-router-dom'
import { CardError } from '../forms/form-error.tsx'
import { useActions } from '../forms/use-actions.ts'
import { switchToWorkspace } from '../workspaces/reload-workspaces.ts'

/** Explains why the account cannot be deleted yet: its workspaces need another owner first. */
export function TransferFirst({ workspaces }: { workspaces: readonly WorkspaceView[] }) {
  const navigate = useNavigate()
  const { busy, error, run } = useActions()

  async function openMembers({ id, name, isCurrent }: WorkspaceView) {
    if (!isCurrent) {
      if (!(await run(id, () => switchToWorkspace(id)))) return
      toast({ title: t('Switched to {name}', { name }), variant: 'success' })
    }
    void navigate({ hash: 'workspaces' })
  }

  return (
    <>
      <CardError error={error} />
      <Alert title={t('Transfer your workspaces first')}>
        <p>
          {plural(workspaces.length, {
            one: 'You are the only owner of a workspace that has other members. Transfer it to one of them, or remove them. Then you can delete your account.',
            other:
              'You are the only owner of {count} workspaces that have other members. Transfer each to one of them, or remove them. Then you can delete your account.',
          })}
        </p>
        <ul aria-label={t('Workspaces to transfer')} className="mt-3 divide-y divide-line">
          {workspaces.map((workspace) => (
            <WorkspaceRow
              key={workspace.id}
              workspace={workspace}
              isOpening={busy === workspace.id}
              isBusy={busy !== null}
              onOpen={() => void openMembers(workspace)}
            />
          ))}
        </ul>
      </Alert>
    </>
  )
}

type WorkspaceRowProps = {
  workspace: WorkspaceView
  isOpening: boolean
  isBusy: boolean
  onOpen: () => void
}

function WorkspaceRow({
  workspace: { name, members },
  isOpening,
  isBusy,
  onOpen,
}: WorkspaceRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <span className="min-w-0 break-words">
        <span className="font-medium text-ink">{name}</span>{' '}
        <span className="whitespace-nowrap">
          · {plural(members.length, { one: '{count} member', other: '{count} members' })}
        </span>
      </span>
      <Button
        size="sm"
        aria-label={t('Manage members of {name}', { name })}
        busy={isOpening}
        disabled={isBusy}
        onClick={onOpen}
      >
        {t('Manage members')}
      </Button>
    </li>
  )
}
