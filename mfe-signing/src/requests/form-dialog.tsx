import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { Dialog } from '@inkproof/ui/dialog'
import { type ReactNode, useId, useState } from 'react'

/** What a dialog gives to its form. */
export type FormInDialog = {
  id: string
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  /** Closes the dialog, after the change was saved. */
  onDone: () => void
}

type FormDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  submitLabel: string
  children: (form: FormInDialog) => ReactNode
}

/** A dialog whose footer submits its form. It cannot be closed while the form is being submitted. */
export function FormDialog({ children, onOpenChange, submitLabel, ...shown }: FormDialogProps) {
  const id = useId()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Dialog
      {...shown}
      onOpenChange={(next) => !isBusy && onOpenChange(next)}
      size="md"
      footer={
        <>
          <Button variant="ghost" disabled={isBusy} onClick={() => onOpenChange(false)}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children({ id, isBusy, onBusy: setIsBusy, onDone: () => onOpenChange(false) })}
    </Dialog>
  )
}

type DialogFormProps = {
  id: string
  /** Why the form was refused, if that is not about one of its fields; otherwise null. */
  failure: string | null
  failureTitle: string
  onSubmit: () => Promise<void>
  /** The fields, and {@link Consequences}. */
  children: ReactNode
}

/** The form in a {@link FormDialog}. */
export function DialogForm({ children, failure, failureTitle, id, onSubmit }: DialogFormProps) {
  return (
    <form
      id={id}
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {failure !== null && (
        <Alert tone="danger" title={failureTitle}>
          {failure}
        </Alert>
      )}
      {children}
    </form>
  )
}

/** Lists what happens once the form is submitted. `children`: list items. */
export function Consequences({ children }: { children: ReactNode }) {
  return <ul className="list-disc space-y-1 pl-5 text-ink-muted text-sm">{children}</ul>
}
