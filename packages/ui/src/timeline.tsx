import { formatDateTime } from '@inkproof/texts/format-date-time'
import { formatUtc } from '@inkproof/texts/format-utc'
import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'

export type TimelineState = 'done' | 'current' | 'waiting' | 'failed'

export type TimelineStep = {
  id: string
  title: ReactNode
  state: TimelineState
  /** When the step happened. */
  at?: Date | string | number | null | undefined
  /** What the step means, or what it is waiting for. */
  detail?: ReactNode
  /** Further details, such as transaction, block, confirmations. */
  children?: ReactNode
}

export type TimelineProps = {
  steps: readonly TimelineStep[]
  /** Accessible name of the list: "Progress of this certificate". */
  label: string
  className?: string | undefined
}

const STATE_LABELS: Record<TimelineState, string> = {
  done: t('Done'),
  current: t('In progress'),
  waiting: t('Waiting'),
  failed: t('Failed'),
}

/** A list of steps, such as received, logged and anchored, that are done, in progress, waiting or failed. */
export function Timeline({ steps, label, className }: TimelineProps) {
  return (
    <ol aria-label={label} className={className}>
      {steps.map((step, index) => (
        <Step key={step.id} step={step} isLast={index === steps.length - 1} />
      ))}
    </ol>
  )
}

function Step({ step, isLast }: { step: TimelineStep; isLast: boolean }) {
  return (
    <li
      data-state={step.state}
      aria-current={step.state === 'current' ? 'step' : undefined}
      className="relative flex gap-4 pb-7 last:pb-0"
    >
      {!isLast && <Connector isReached={step.state === 'done'} />}
      <Marker state={step.state} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p
            className={cx('font-medium', step.state === 'waiting' ? 'text-ink-faint' : 'text-ink')}
          >
            {step.title}
            <span className="sr-only">: {STATE_LABELS[step.state]}</span>
          </p>
          {step.at != null && (
            <time
              dateTime={new Date(step.at).toISOString()}
              title={formatDateTime(step.at, { showZone: true })}
              className="text-ink-faint text-sm tabular-nums"
            >
              {formatUtc(step.at)}
            </time>
          )}
        </div>
        {step.detail && <p className="text-ink-muted text-sm">{step.detail}</p>}
        {step.children && <div className="mt-3">{step.children}</div>}
      </div>
    </li>
  )
}

function Connector({ isReached }: { isReached: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'absolute top-7 bottom-1 left-[0.6875rem] w-px transition-colors duration-settle',
        isReached ? 'bg-success-line' : 'bg-line',
      )}
    />
  )
}

const MARKER_STYLES: Record<TimelineState, string> = {
  done: 'border-success-line bg-success-wash text-success',
  current: 'border-accent-ink bg-accent-wash text-accent-ink',
  waiting: 'border-line bg-transparent',
  failed: 'border-danger-line bg-danger-wash text-danger',
}

function Marker({ state }: { state: TimelineState }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'relative mt-px flex size-5.75 shrink-0 items-center justify-center rounded-full border transition-colors duration-slow',
        MARKER_STYLES[state],
      )}
    >
      {state === 'done' && <Check className="size-3.5" strokeWidth={2.25} />}
      {state === 'failed' && <X className="size-3.5" strokeWidth={2.25} />}
      {state === 'current' && (
        <>
          <span className="absolute inset-0 animate-ring rounded-full border border-accent-ink" />
          <span className="size-1.75 rounded-full bg-accent-ink" />
        </>
      )}
    </span>
  )
}
