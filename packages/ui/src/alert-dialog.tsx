import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { AlertDialog as RadixAlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { OVERLAY, PANEL } from './dialog-style.ts'
import { omitUndefined } from './omit-undefined.ts'
import { useScopedPortal } from './portal.tsx'

export type AlertDialogProps = {
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  trigger?: ReactNode
  /** The title, phrased as a question: "Revoke this certificate?" */
  title: ReactNode
  /** The consequences, and whether they can be undone. */
  description: ReactNode
  /** The verb of the question, never "OK". */
  confirmLabel: ReactNode
  cancelLabel?: ReactNode
  /** `danger` for destructive actions. */
  tone?: 'danger' | 'plain' | undefined
  /** The action is running: both buttons are disabled and the dialog stays open. */
  busy?: boolean | undefined
  /**
   * The dialog closes afterwards unless this handler calls `preventDefault`; then close it through `open`.
   */
  onConfirm: (event: { preventDefault: () => void }) => void
  children?: ReactNode
}

/** Asks for confirmation of an irreversible action. Focus starts on Cancel. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, onOpenChange, trigger } = props
  const { probeRef, container } = useScopedPortal()
  return (
    <RadixAlertDialog.Root {...omitUndefined({ open, onOpenChange })}>
      <span ref={probeRef} hidden />
      {trigger && <RadixAlertDialog.Trigger asChild>{trigger}</RadixAlertDialog.Trigger>}
      {container && (
        <RadixAlertDialog.Portal container={container}>
          <RadixAlertDialog.Overlay className={OVERLAY}>
            <ConfirmationPanel {...props} />
          </RadixAlertDialog.Overlay>
        </RadixAlertDialog.Portal>
      )}
    </RadixAlertDialog.Root>
  )
}

function ConfirmationPanel(props: AlertDialogProps) {
  const {
    title,
    description,
    confirmLabel,
    cancelLabel = t('Cancel'),
    tone = 'danger',
    busy,
  } = props
  return (
    <RadixAlertDialog.Content className={cx(PANEL, 'max-w-sm p-6')}>
      <RadixAlertDialog.Title className="font-semibold text-ink text-xl tracking-tight">
        {title}
      </RadixAlertDialog.Title>
      <RadixAlertDialog.Description className="mt-2 text-ink-muted">
        {description}
      </RadixAlertDialog.Description>
      {props.children && <div className="mt-4">{props.children}</div>}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <RadixAlertDialog.Cancel asChild>
          <Button variant="ghost" disabled={busy}>
            {cancelLabel}
          </Button>
        </RadixAlertDialog.Cancel>
        <RadixAlertDialog.Action asChild>
          <Button
            variant={tone === 'danger' ? 'danger' : 'primary'}
            busy={busy}
            onClick={props.onConfirm}
          >
            {confirmLabel}
          </Button>
        </RadixAlertDialog.Action>
      </div>
    </RadixAlertDialog.Content>
  )
}
