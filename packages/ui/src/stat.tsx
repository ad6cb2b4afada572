import { formatCount } from '@inkproof/texts/format'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

export type StatProps = {
  label: ReactNode
  /** Numbers get thousands separators; null while loading. */
  value: number | bigint | string | null
  /** What the number refers to, such as a period or total. */
  detail?: ReactNode
  /** The value updates continuously: shows a pulsing dot. */
  live?: boolean | undefined
  className?: string | undefined
}

/** A single prominent number. */
export function Stat({ label, value, detail, live, className }: StatProps) {
  return (
    <div className={cx('min-w-0', className)}>
      <p className="flex items-center gap-2 text-ink-muted text-sm">
        {live && (
          <span aria-hidden="true" className="size-1.5 animate-breathe rounded-full bg-success" />
        )}
        {label}
      </p>
      {value === null ? (
        <Skeleton className="mt-2 h-8 w-28" />
      ) : (
        <p className="mt-1 truncate font-medium text-3xl text-ink tabular-nums tracking-tighter">
          {typeof value === 'string' ? value : formatCount(value)}
        </p>
      )}
      {detail && <p className="mt-0.5 text-ink-faint text-sm tabular-nums">{detail}</p>}
    </div>
  )
}
