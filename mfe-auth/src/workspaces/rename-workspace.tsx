import { WORKSPACE_NAME_MAX, type WorkspaceView } from '@inkproof/protocol/workspaces'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { NameDialog } from '../forms/name-dialog.tsx'
import { useWorkspaceChange } from './use-workspaces.ts'
import { renameWorkspace } from './workspaces.api.ts'

export function RenameWorkspace({ workspace: { id, name } }: { workspace: WorkspaceView }) {
  const change = useWorkspaceChange()
  async function rename(newName: string) {
    await change(() => renameWorkspace(id, newName))
    return t('Workspace renamed')
  }
  return (
    <NameDialog
      trigger={
        <Button size="sm" variant="ghost">
          {t('Rename')}
        </Button>
      }
      title={t('Rename workspace')}
      description={t('Visible to members and everyone you invite.')}
      name={name}
      maxLength={WORKSPACE_NAME_MAX}
      autoComplete="organization"
      draft={`workspace-${id}`}
      button={t('Save name')}
      fallback={t('The name could not be saved. Please try again.')}
      onSave={rename}
    />
  )
}
