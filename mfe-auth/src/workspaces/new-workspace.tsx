import { WORKSPACE_NAME_MAX } from '@inkproof/protocol/workspaces'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Plus } from 'lucide-react'
import { NameDialog } from '../forms/name-dialog.tsx'
import { switchToWorkspace } from './reload-workspaces.ts'
import { createWorkspace } from './workspaces.api.ts'

/** Creates another workspace and switches to it. */
export function NewWorkspace() {
  return (
    <NameDialog
      trigger={
        <Button size="sm">
          <Plus />
          {t('New workspace')}
        </Button>
      }
      title={t('New workspace')}
      description={t('For a company, team or client. You’ll become its owner and switch to it.')}
      maxLength={WORKSPACE_NAME_MAX}
      autoComplete="organization"
      draft="new-workspace"
      button={t('Create workspace')}
      fallback={t('The workspace could not be created. Please try again.')}
      onSave={create}
    />
  )
}

async function create(newName: string): Promise<string> {
  const { id, name } = await createWorkspace(newName)
  await switchToWorkspace(id)
  return t('Switched to {name}', { name })
}
