import { cx } from 'class-variance-authority'

/** Shared style of menus, lists and other floating panels. */
export const FLOAT = cx(
  'z-(--z-float) overflow-y-auto overflow-x-hidden rounded-lg border border-line bg-raised p-1 text-ink shadow-lift outline-none',
  'data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
)
