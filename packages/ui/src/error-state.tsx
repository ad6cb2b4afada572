import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

export type ErrorStateProps = {
  title?: ReactNode
  /** One sentence: what happened and what to do. */
  children: ReactNode
  onRetry?: (() => void) | undefined
  retryLabel?: ReactNode
  /** A retry is in progress. */
  busy?: boolean | undefined
  /** Alternative actions. */
  actions?: ReactNode
  className?: string | undefined
}

/** Shown in place of content that could not be loaded; the rest of the page keeps working. */
export function ErrorState(props: ErrorStateProps) {
  const { title = t('This section could not be shown'), children, onRetry, busy, actions } = props
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-col items-start gap-4 rounded-xl border border-line bg-surface p-6 sm:flex-row sm:gap-5',
        props.className,
      )}
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full border border-danger-line bg-danger-wash text-danger">
        <TriangleAlert className="size-4.5" strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-semibold text-ink">{title}</p>
        <div className="max-w-lg text-ink-muted">{children}</div>
        {(onRetry || actions) && (
          <div className="flex flex-wrap gap-2 pt-3">
            {onRetry && (
              <Button size="sm" onClick={onRetry} busy={busy}>
                <RotateCw />
                {props.retryLabel ?? t('Try again')}
              </Button>
            )}
            {actions}
          </div>
        )}
      </div>
    </div>
  )
}
