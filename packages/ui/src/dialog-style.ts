import { cx } from 'class-variance-authority'

/**
 * The scrim. It scrolls, so that a tall dialog fits a low window. To keep the dialog above a
 * notification, a bottom border reserves that space; the scrim's background continues under it
 * (toast.tsx).
 */
export const OVERLAY = cx(
  'fixed inset-0 z-(--z-overlay) grid items-start justify-items-center overflow-y-auto bg-scrim',
  'p-3 pt-[max(0.75rem,8dvh)] sm:p-6 sm:pt-[10dvh]',
  'max-xl:border-transparent max-xl:border-b-[length:var(--toast-room,0px)]',
  'data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
)

/** The panel on the scrim. */
export const PANEL = cx(
  'relative w-full rounded-xl border border-line bg-raised text-ink shadow-float outline-none',
  'data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in',
)
