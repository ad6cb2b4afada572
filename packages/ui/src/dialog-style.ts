import { cx } from 'class-variance-authority'

/**
 * The scrim; it scrolls, so that a tall dialog fits a low window. Where a notification would lie over the
 * dialog, it scrolls above that: a border takes the room, under which the scrim goes on (toast.tsx).
 */
export const OVERLAY = cx(
  'fixed inset-0 z-(--z-overlay) grid items-start justify-items-center overflow-y-auto bg-scrim',
  'p-3 pt-[max(0.75rem,8dvh)] sm:p-6 sm:pt-[10dvh]',
  'max-xl:border-transparent max-xl:border-b-[length:var(--toast-room,0px)]',
  'data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
)

/** The sheet on it. */
export const PANEL = cx(
  'relative w-full rounded-xl border border-line bg-raised text-ink shadow-float outline-none',
  'data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in',
)
