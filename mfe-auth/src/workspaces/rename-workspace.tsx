import { WORKSPACE_NAME_MAX, type WorkspaceView } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { useState } from 'react'
import { FormError } from '../forms/form-error.tsx'
import { useForm } from '../forms/use-form.ts'
import { nameFrom } from './name-from.ts'
import { renameWorkspace } from './workspaces.api.ts'
import { changeCurrent } from './workspaces.store.ts'

type Props = { workspace: WorkspaceView }

export function RenameWorkspace({ workspace }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="ghost">
          Rename
        </Button>
      }
      title="Rename workspace"
      description="Its members and everybody you invite see this name."
    >
      <NameForm workspace={workspace} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

function NameForm({ workspace: { id, name }, onDone }: Props & { onDone: () => void }) {
  const { isPending, error, form } = useForm(async (field) => {
    await changeCurrent(() => renameWorkspace(id, nameFrom(field)))
    onDone()
    toast({ title: 'The new name is saved', variant: 'success' })
  }, 'The name could not be saved. Please try again.')
  return (
    <form {...form} className="space-y-5">
      <FormError error={error} />
      <Field label="Name" required>
        <Input
          name="name"
          defaultValue={name}
          maxLength={WORKSPACE_NAME_MAX}
          autoComplete="organization"
          disabled={isPending}
        />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={isPending}>
          Save name
        </Button>
      </div>
    </form>
  )
}
