import { DELETION_DELAY_DAYS, DELETION_PHRASE } from '@inkproof/protocol/profile'
import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { useState } from 'react'
import { FieldError } from '../forms/field-error.ts'
import { FormError } from '../forms/form-error.tsx'
import { useForm } from '../forms/use-form.ts'
import { scheduleDeletion } from './deletion.api.ts'
import { DeletionSummary } from './deletion-summary.tsx'

const CONFIRM_PROMPT = t('Type “{phrase}” to confirm.', { phrase: DELETION_PHRASE })

/** Lists what is deleted and what stays, and asks the user to type a phrase, to prevent accidental deletion. */
export function DeletionDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="danger">{t('Delete my account')}</Button>}
      title={t('Delete your account?')}
      description={t(
        'You’ll have {days} days to cancel. You’ll be signed out on all other devices immediately.',
        {
          days: DELETION_DELAY_DAYS,
        },
      )}
      size="md"
    >
      <div className="space-y-6">
        <DeletionSummary />
        <Confirmation onDone={() => setOpen(false)} />
      </div>
    </Dialog>
  )
}

function Confirmation({ onDone }: { onDone: () => void }) {
  const { isPending, error, errorId, fieldErrorId, form } = useForm(async (field) => {
    const typed = field('confirmation').trim().toLowerCase()
    if (typed !== DELETION_PHRASE) throw new FieldError(CONFIRM_PROMPT, ['confirmation'])
    await scheduleDeletion()
    onDone()
    toast({
      title: t('Your account will be deleted'),
      description: t('You have {days} days to cancel the deletion in your settings.', {
        days: DELETION_DELAY_DAYS,
      }),
    })
  }, t('The deletion could not be scheduled. Please try again.'))
  return (
    <form {...form} className="space-y-5">
      <FormError id={errorId} error={error} />
      <Field label={CONFIRM_PROMPT} required errorId={fieldErrorId('confirmation')}>
        <Input name="confirmation" autoComplete="off" autoCapitalize="off" disabled={isPending} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="danger" busy={isPending}>
          {t('Delete my account')}
        </Button>
      </div>
    </form>
  )
}
