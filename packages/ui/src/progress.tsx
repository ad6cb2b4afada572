import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { Progress as RadixProgress } from 'radix-ui'
import type { ReactNode } from 'react'

export type ProgressProps = {
  /** The current activity; also the bar's accessible name. */
  label: ReactNode
  /** 0 to 1; null while the total is unknown. */
  value: number | null
  /** Speed, sizes, time left: shown below the bar. */
  detail?: ReactNode
  /** Usually a cancel button. */
  action?: ReactNode
  tone?: 'accent' | 'success' | 'danger' | undefined
  className?: string | undefined
}

const FILLS = { accent: 'bg-accent', success: 'bg-success', danger: 'bg-danger' } as const

/** A progress bar for long operations, with speed and a cancel button. */
export function Progress(props: ProgressProps) {
  const { label, value, detail, action, tone = 'accent', className } = props
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div className={cx('min-w-0', className)}>
      <div className="mb-2 flex items-baseline justify-between gap-4 text-sm">
        <span className="min-w-0 truncate font-medium text-ink">{label}</span>
        {percent !== null && <span className="text-ink-muted tabular-nums">{percent}%</span>}
      </div>
      <RadixProgress.Root
        value={percent}
        aria-label={typeof label === 'string' ? label : t('Progress')}
        className="relative h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <RadixProgress.Indicator
          className={cx(
            'block h-full rounded-full',
            FILLS[tone],
            percent === null
              ? 'w-2/5 animate-travel motion-reduce:w-full motion-reduce:opacity-50'
              : 'transition-[width] duration-slow',
          )}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </RadixProgress.Root>
      {(detail || action) && (
        <div className="mt-2 flex min-h-6 items-center justify-between gap-4 text-ink-faint text-sm tabular-nums">
          <span>{detail}</span>
          {action}
        </div>
      )}
    </div>
  )
}
