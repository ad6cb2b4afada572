import { WORKSPACE_NAME_MAX } from '@inkproof/protocol/workspaces'
import { Button } from '@inkproof/ui/button'
import { Plus } from 'lucide-react'
import { NameDialog } from '../forms/name-dialog.tsx'
import { foundWorkspace } from './workspaces.api.ts'
import { switchTo } from './workspaces.store.ts'

/** Founds a further workspace and goes there. */
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
      onSave={found}
    />
  )
}

async function found(typed: string): Promise<string> {
  const { id, name } = await foundWorkspace(typed)
  await switchTo(id)
  return `You now work in ${name}`
}
