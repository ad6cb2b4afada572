import { WORKSPACE_NAME_MAX } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FormError } from '../forms/form-error.tsx'
import { useForm } from '../forms/use-form.ts'
import { nameFrom } from './name-from.ts'
import { foundWorkspace } from './workspaces.api.ts'
import { switchTo } from './workspaces.store.ts'

/** Founds a further workspace and goes there. */
export function NewWorkspace() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm">
          <Plus />
          New workspace
        </Button>
      }
      title="New workspace"
      description="For a company, a team or a client. You are its owner and go there at once."
    >
      <NameForm onDone={() => setOpen(false)} />
    </Dialog>
  )
}

function NameForm({ onDone }: { onDone: () => void }) {
  const { isPending, error, form } = useForm(async (field) => {
    const { id, name } = await foundWorkspace(nameFrom(field))
    await switchTo(id)
    onDone()
    toast({ title: `You now work in ${name}`, variant: 'success' })
  }, 'The workspace could not be made. Please try again.')
  return (
    <form {...form} className="space-y-5">
      <FormError error={error} />
      <Field label="Name" required>
        <Input
          name="name"
          maxLength={WORKSPACE_NAME_MAX}
          autoComplete="organization"
          disabled={isPending}
        />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={isPending}>
          Make workspace
        </Button>
      </div>
    </form>
  )
}
