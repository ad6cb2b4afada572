import { dismissToast, type Toast as ToastData, useToasts } from '@inkproof/slice'
import { Button } from '@inkproof/ui/button'
import { Toast, ToastProvider, ToastViewport } from '@inkproof/ui/toast'

const VARIANTS = { default: 'info', success: 'success', error: 'danger' } as const

/** Renders the toasts, and the region that F8 focuses. `autoFocus`: F8 was pressed before the region existed. */
export function ToastList({ autoFocus }: { autoFocus: boolean }) {
  const toasts = useToasts((state) => state.toasts)
  return (
    <ToastProvider>
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
      <ToastViewport autoFocus={autoFocus} />
    </ToastProvider>
  )
}

function ToastItem({ toast }: { toast: ToastData }) {
  const { id, open, title, description, variant = 'default', durationMs, action } = toast
  return (
    <Toast
      open={open}
      onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
      title={title}
      description={description}
      variant={VARIANTS[variant]}
      duration={durationMs}
      action={
        action && {
          altText: action.label,
          button: (
            <Button size="sm" onClick={action.run}>
              {action.label}
            </Button>
          ),
        }
      }
    />
  )
}
