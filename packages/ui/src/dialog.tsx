import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { OVERLAY, PANEL } from './dialog-style.ts'
import { focusPage } from './focus-page.ts'
import { IconButton } from './icon-button.tsx'
import { omitUndefined } from './omit-undefined.ts'
import { useScopedPortal } from './portal.tsx'

const WIDTHS = { sm: 'max-w-sm', md: 'max-w-md', lg: 'max-w-lg', xl: 'max-w-xl' } as const

/** A toast, which the shell renders beside the dialogs of all slices (toast.tsx). */
const TOAST = '[data-toast]'

export type DialogProps = {
  open?: boolean | undefined
  defaultOpen?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** The element that opens the dialog; omit it if `open` controls the dialog. */
  trigger?: ReactNode
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof WIDTHS | undefined
  /** Buttons at the end; the primary action comes last. */
  footer?: ReactNode
  /** Hides the title visually, for content with its own heading. */
  hideTitle?: boolean | undefined
  /**
   * Only the content can close the dialog: there is no close button, and Escape and clicks outside
   * have no effect. For content that is shown only once.
   */
  persistent?: boolean | undefined
  children?: ReactNode
}

/** A modal dialog. It traps focus; Escape and clicks outside close it unless it is `persistent`. */
export function Dialog(props: DialogProps) {
  const { open, defaultOpen, onOpenChange, trigger, children } = props
  const { probeRef, container } = useScopedPortal()
  return (
    <RadixDialog.Root {...omitUndefined({ open, defaultOpen, onOpenChange })}>
      <span ref={probeRef} hidden />
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      {container && (
        <RadixDialog.Portal container={container}>
          <RadixDialog.Overlay className={OVERLAY}>
            <DialogPanel {...props}>{children}</DialogPanel>
          </RadixDialog.Overlay>
        </RadixDialog.Portal>
      )}
    </RadixDialog.Root>
  )
}

function DialogPanel({
  title,
  description,
  size = 'sm',
  footer,
  hideTitle,
  persistent = false,
  children,
  trigger,
}: DialogProps) {
  return (
    <RadixDialog.Content
      className={cx(PANEL, WIDTHS[size])}
      {...useReturnFocus(trigger !== undefined)}
      {...(!description && { 'aria-describedby': undefined })}
      onInteractOutside={persistent ? preventClose : preventCloseByToast}
      {...(persistent && { onEscapeKeyDown: preventClose })}
    >
      <div className={cx('space-y-1 px-6 pt-6', !persistent && 'pr-14', hideTitle && 'sr-only')}>
        <RadixDialog.Title className="font-semibold text-ink text-xl tracking-tight">
          {title}
        </RadixDialog.Title>
        {description && (
          <RadixDialog.Description className="text-ink-muted text-sm">
            {description}
          </RadixDialog.Description>
        )}
      </div>
      <div className="px-6 py-6">{children}</div>
      {footer && (
        <div className="flex flex-wrap justify-end gap-2 border-line border-t px-6 py-4">
          {footer}
        </div>
      )}
      {!persistent && (
        <RadixDialog.Close asChild>
          <IconButton label={t('Close')} size="sm" className="absolute top-4 right-4">
            <X />
          </IconButton>
        </RadixDialog.Close>
      )}
    </RadixDialog.Content>
  )
}

function preventClose(event: Event): void {
  event.preventDefault()
}

/**
 * A click on a toast, for example on its close button, is not meant for the dialog beside it. The click may already have
 * removed the toast from the page.
 */
function preventCloseByToast(event: Event): void {
  if (event.target instanceof Element && event.target.closest(TOAST)) event.preventDefault()
}

/**
 * Radix returns focus only to a trigger. Without a trigger, this hook returns focus to the
 * element that was focused before the dialog opened. If no element was focused, or the element was
 * removed, focus moves to the page's heading.
 */
function useReturnFocus(hasTrigger: boolean) {
  const previousFocus = useRef<Element | null>(null)
  if (hasTrigger) return {}
  return {
    onOpenAutoFocus: () => {
      previousFocus.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus()
      const { activeElement } = document
      if (activeElement === null || activeElement === document.body) focusPage()
    },
  }
}

/** Wraps a button that closes the surrounding dialog. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <RadixDialog.Close asChild>{children}</RadixDialog.Close>
}
