import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast as RadixToast } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { omitUndefined } from './omit-undefined.ts'

const ICONS = { info: Info, success: CircleCheck, danger: CircleAlert } as const
const ICON_COLORS = {
  info: 'text-accent-ink',
  success: 'text-success',
  danger: 'text-danger',
} as const

/**
 * Settings of all toasts: shown for 5 s, dismissed by swiping 50 px to the right (specification §9).
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <RadixToast.Provider
      label={t('Notification')}
      duration={5000}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {children}
    </RadixToast.Provider>
  )
}

/**
 * The region where toasts appear. F8 focuses it, and so does `autoFocus` when it is first rendered. At most 420 px wide
 * from the `md` breakpoint up.
 */
export function ToastViewport({ autoFocus = false }: { autoFocus?: boolean }) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (autoFocus) list.current?.focus()
  }, [autoFocus])
  useEffect(() => (list.current === null ? undefined : publishHeight(list.current)), [])
  return (
    <RadixToast.Viewport
      ref={list}
      hotkey={['F8']}
      label={`${t('Notifications')} ({hotkey})`}
      className="fixed right-0 bottom-0 z-(--z-toast) flex w-full flex-col gap-2 p-4 outline-none md:max-w-[420px]"
    />
  )
}

/** Publishes the height of the toasts as `--toast-room`, so that dialogs can stay above them (dialog-style.ts). */
function publishHeight(list: HTMLOListElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const heightPx = list.childElementCount > 0 ? list.offsetHeight : 0
    style.setProperty('--toast-room', `${heightPx}px`)
  })
  observer.observe(list)
  return () => {
    observer.disconnect()
    style.removeProperty('--toast-room')
  }
}

export type ToastProps = {
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  title: ReactNode
  description?: ReactNode
  variant?: keyof typeof ICONS | undefined
  /** Milliseconds; overrides the provider's 5,000. */
  duration?: number | undefined
  /** A button, and a message that tells screen reader users how to do the same without it. */
  action?: { altText: string; button: ReactNode } | undefined
}

/** A message that disappears automatically. The shell decides which toast is shown. */
export function Toast(props: ToastProps) {
  const { open, onOpenChange, title, description, variant = 'info', duration, action } = props
  const Icon = ICONS[variant]
  return (
    <RadixToast.Root
      {...omitUndefined({ open, onOpenChange, duration })}
      data-toast
      className={cx(
        // A modal dialog disables pointer events outside of it.
        'pointer-events-auto flex gap-3 rounded-lg border border-line bg-raised py-3.5 pr-2 pl-4 text-ink shadow-float',
        'data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:translate-x-full data-[swipe=end]:transition-transform',
      )}
    >
      <Icon className={cx('mt-0.5 size-4.5 shrink-0', ICON_COLORS[variant])} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <RadixToast.Title className="font-semibold">{title}</RadixToast.Title>
        {description && (
          <RadixToast.Description className="text-ink-muted text-sm">
            {description}
          </RadixToast.Description>
        )}
        {action && (
          <RadixToast.Action altText={action.altText} asChild>
            <span className="mt-2 block">{action.button}</span>
          </RadixToast.Action>
        )}
      </div>
      <RadixToast.Close asChild>
        <IconButton label={t('Close')} size="sm" className="-mt-1">
          <X />
        </IconButton>
      </RadixToast.Close>
    </RadixToast.Root>
  )
}
