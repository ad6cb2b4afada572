import { cx } from 'class-variance-authority'

/**
 * Shared style of text inputs. 16 px on phones, because Safari zooms in on smaller inputs when
 * focused.
 */
export const CONTROL = cx(
  'w-full min-w-0 rounded-md border border-line-strong/70 bg-field text-ink text-base max-md:text-[1rem]',
  'placeholder:text-ink-faint transition-[border-color,box-shadow,background-color]',
  'hover:border-line-strong focus-visible:border-accent-ink focus-visible:outline-2',
  'focus-visible:outline-accent-ink focus-visible:-outline-offset-1',
  'disabled:cursor-not-allowed disabled:opacity-50 read-only:bg-transparent',
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
)
