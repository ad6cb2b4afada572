import { cx } from 'class-variance-authority'

export type SkeletonProps = {
  /** Give it the size of the content it replaces: `h-5 w-40`. */
  className?: string | undefined
  /** Round shape, for a picture or an avatar. */
  round?: boolean | undefined
}

/** A gray placeholder with the size of the content that is loading, to avoid layout shift. */
export function Skeleton({ className = 'h-4 w-full', round }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'block animate-breathe bg-hover',
        round ? 'rounded-full' : 'rounded-sm',
        className,
      )}
    />
  )
}

/** Placeholder lines of text; the last one is shorter, as in a paragraph. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  const rows = Array.from({ length: lines }, (_, index) => ({
    id: `row-${index}`,
    width: index === lines - 1 ? 'w-3/5' : 'w-full',
  }))
  return (
    <div className={cx('space-y-2.5', className)} aria-hidden="true">
      {rows.map((row) => (
        <Skeleton key={row.id} className={cx('h-3.5', row.width)} />
      ))}
    </div>
  )
}
