import { cx } from 'class-variance-authority'

export type SkeletonProps = {
  /** Size it as what it stands for: `h-5 w-40`. */
  className?: string | undefined
  /** A picture or an avatar instead of a line. */
  round?: boolean | undefined
}

/** A grey stand-in of the size of what is coming, so that nothing jumps when it comes. */
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

/** Lines of text to come; the last one is shorter, as a paragraph's is. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  const rows = Array.from({ length: lines }, (_, row) => ({
    id: `row-${row}`,
    width: row === lines - 1 ? 'w-3/5' : 'w-full',
  }))
  return (
    <div className={cx('space-y-2.5', className)} aria-hidden="true">
      {rows.map((row) => (
        <Skeleton key={row.id} className={cx('h-3.5', row.width)} />
      ))}
    </div>
  )
}
