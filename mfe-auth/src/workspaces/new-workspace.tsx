import { WORKSPACE_NAME_MAX } from '@inkproof/protocol/workspaces'
import { Button } from '@inkproof/ui/button'
import { Plus } from 'lucide-react'
import { NameDialog } from '../forms/name-dialog.tsx'
import { switchTo } from './reload-workspaces.ts'
import { createWorkspace } from './workspaces.api.ts'

/** Creates a further workspace and switches to it. */
export function NewWorkspace() {
  return (
    <NameDialog
      trigger={
        <Button size="sm">
          <Plus />
          New workspace
        </Button>
      }
      title="New workspace"
      description="For a company, a team or a client. You are its owner and go there at once."
      maxLength={WORKSPACE_NAME_MAX}
      autoComplete="organization"
      draft="new-workspace"
      button="Make workspace"
      fallback="The workspace could not be made. Please try again."
      onSave={create}
    />
  )
}

async function create(typed: string): Promise<string> {
  const { id, name } = await createWorkspace(typed)
  await switchTo(id)
  return `You now work in ${name}`
}
