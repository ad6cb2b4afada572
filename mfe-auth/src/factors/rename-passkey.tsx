import { PASSKEY_NAME_MAX } from '@inkproof/protocol/factors'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { useState } from 'react'
import { reloadAccount } from '../account/account.store.ts'
import { SubmitButton } from '../dialog/form-parts.tsx'
import { FormError } from '../forms/form-error.tsx'
import { useForm } from '../forms/use-form.ts'
import { renamePasskey } from './passkeys.api.ts'

type Props = { passkey: { id: string; name: string }; disabled: boolean }

/** Gives a passkey a name of one's own, so that the right one is removed some day. */
export function RenamePasskey({ passkey, disabled }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="sm" variant="ghost" disabled={disabled}>
          Rename<span className="sr-only"> {passkey.name}</span>
        </Button>
      }
      title="Rename passkey"
      description="A name that tells you which device it is on."
    >
      <RenameForm passkey={passkey} onDone={() => setIsOpen(false)} />
    </Dialog>
  )
}

function RenameForm({ passkey, onDone }: Pick<Props, 'passkey'> & { onDone: () => void }) {
  const { isPending, error, form } = useForm(async (field) => {
    await renamePasskey(passkey.id, field('name').trim())
    await reloadAccount()
    onDone()
  }, 'The passkey could not be renamed. Please try again.')
  return (
    <form {...form} className="space-y-5">
      <FormError error={error} />
      <Field label="Name" required>
        <Input
          name="name"
          defaultValue={passkey.name}
          maxLength={PASSKEY_NAME_MAX}
          autoComplete="off"
          pattern=".*\S.*"
          title="At least one letter or digit"
          disabled={isPending}
        />
      </Field>
      <SubmitButton isPending={isPending}>Save</SubmitButton>
    </form>
  )
}
