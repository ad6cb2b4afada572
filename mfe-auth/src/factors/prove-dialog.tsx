import { request } from '@inkproof/slice'
import { Dialog } from '@inkproof/ui/dialog'
import { Field } from '@inkproof/ui/field'
import { PasswordInput } from '@inkproof/ui/password-input'
import { create } from 'zustand'
import { FormError, SubmitButton } from '../dialog/form-parts.tsx'
import { useForm } from '../dialog/use-form.ts'

type Asking = { answer: ((isProved: boolean) => void) | null }

const useProve = create<Asking>()(() => ({ answer: null }))

/** Asks the person to show again who they are. True once they have, false when they close the dialog. */
export function openProve(): Promise<boolean> {
  settle(false)
  return new Promise((answer) => useProve.setState({ answer }))
}

/** Shown by {@link openProve}; to be on the page once. */
export function ProveDialog() {
  const isOpen = useProve(({ answer }) => answer !== null)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && settle(false)}
      title="Confirm it's you"
      description="What you are about to do changes who can get into your account."
    >
      <PasswordProof />
    </Dialog>
  )
}

function PasswordProof() {
  const { isPending, error, form } = useForm(
    prove,
    'Your password could not be checked. Try again.',
  )
  return (
    <form {...form} className="space-y-5">
      <FormError error={error} />
      <Field label="Password" required>
        <PasswordInput name="password" autoFocus disabled={isPending} />
      </Field>
      <SubmitButton isPending={isPending}>Confirm</SubmitButton>
    </form>
  )
}

async function prove(field: (name: string) => string): Promise<void> {
  await request('POST', '/api/auth/prove', { password: field('password') })
  settle(true)
}

function settle(isProved: boolean): void {
  const { answer } = useProve.getState()
  useProve.setState({ answer: null })
  answer?.(isProved)
}
