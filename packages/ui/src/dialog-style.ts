import { cx } from 'class-variance-authority'

/**
 * The backdrop. It scrolls, so that a dialog can be taller than the window. A transparent bottom border
 * reserves space for notifications, so that the dialog stays above them; the backdrop continues
 * underneath (toast.tsx).
 */
export const OVERLAY = cx(
  'fixed inset-0 z-(--z-overlay) grid items-start justify-items-center overflow-y-auto bg-scrim',
  'p-3 pt-[max(0.75rem,8dvh)] sm:p-6 sm:pt-[10dvh]',
  'max-xl:border-transparent max-xl:border-b-[length:var(--toast-room,0px)]',
  'data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
)

/** The dialog panel on the backdrop. */
export const PANEL = cx(
  'relative w-full rounded-xl border border-line bg-raised text-ink shadow-float outline-none',
  'data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in',
)
