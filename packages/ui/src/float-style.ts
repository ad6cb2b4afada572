import { cx } from 'class-variance-authority'

/** What menus, lists and other floating sheets look like. */
export const FLOAT = cx(
  'z-(--z-float) overflow-y-auto overflow-x-hidden rounded-lg border border-line bg-raised p-1 text-ink shadow-lift outline-none',
  'data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
)
