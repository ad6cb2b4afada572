import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { type ReactNode, useState } from 'react'
import { FieldError } from './field-error.ts'
import { FormError } from './form-error.tsx'
import { useForm } from './use-form.ts'

type FormProps = {
  /** The current name; empty if there is none yet. */
  name?: string
  maxLength: number
  autoComplete: 'organization' | 'off'
  /** Identifies the draft: the value typed when the session ended. */
  draft: string
  button: string
  fallback: string
  /** Resolves to the toast's title. */
  onSave: (name: string) => Promise<string>
}

type Props = FormProps & { trigger: ReactNode; title: string; description: string }

/** A dialog for entering and saving one name. */
export function NameDialog({ trigger, title, description, ...form }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={trigger}
      title={title}
      description={description}
    >
      <NameForm {...form} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

function NameForm(props: FormProps & { onDone: () => void }) {
  const { name, maxLength, autoComplete, draft, button, fallback, onSave, onDone } = props
  const { isPending, error, errorId, fieldErrorId, form } = useForm(
    async (field) => {
      const newName = field('name').trim()
      if (newName === '') throw new FieldError(t('Enter a name.'), ['name'])
      const title = await onSave(newName)
      onDone()
      toast({ title, variant: 'success' })
    },
    fallback,
    draft,
  )
  return (
    <form {...form} className="space-y-5">
      <FormError id={errorId} error={error} />
      <Field label={t('Name')} required errorId={fieldErrorId('name')}>
        <Input
          name="name"
          defaultValue={name}
          maxLength={maxLength}
          autoComplete={autoComplete}
          disabled={isPending}
        />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={isPending}>
          {button}
        </Button>
      </div>
    </form>
  )
}
