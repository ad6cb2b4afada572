import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { Check, CircleDashed, type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Disclosure } from './disclosure.tsx'
import { KeyValue, type KeyValueItem } from './key-value.tsx'
import { Spinner } from './spinner.tsx'

/** The verifier's outcomes, plus one for a step that is still running. */
export type CheckOutcome = 'passed' | 'failed' | 'not checked' | 'running'

export type CheckItem = {
  id: string
  /** The name of the check. */
  title: ReactNode
  outcome: CheckOutcome
  /** One sentence that explains the outcome. */
  reason?: ReactNode
  /** The compared values; if present, the row can be expanded. */
  values?: readonly KeyValueItem[] | undefined
}

export type CheckListProps = {
  checks: readonly CheckItem[]
  /** Expands failed checks initially. */
  openFailed?: boolean | undefined
  className?: string | undefined
}

const OUTCOME_STYLES: Record<CheckOutcome, { icon: LucideIcon; className: string; label: string }> =
  {
    passed: {
      icon: Check,
      className: 'border-success-line bg-success-wash text-success',
      label: t('Passed'),
    },
    failed: {
      icon: X,
      className: 'border-danger-line bg-danger-wash text-danger',
      label: t('Failed'),
    },
    'not checked': {
      icon: CircleDashed,
      className: 'border-line bg-transparent text-ink-faint',
      label: t('Not checked'),
    },
    running: { icon: CircleDashed, className: 'border-line text-accent-ink', label: t('Checking') },
  }

/** A list of checks; rows with values can be expanded. */
export function CheckList({ checks, openFailed = true, className }: CheckListProps) {
  return (
    <ol className={cx('divide-y divide-line border-line border-y', className)}>
      {checks.map((check) => (
        <li key={check.id} data-outcome={check.outcome}>
          {check.values?.length ? (
            <Disclosure
              defaultOpen={openFailed && check.outcome === 'failed'}
              summary={<CheckLine check={check} />}
            >
              <div className="ml-9 rounded-lg border border-line bg-sunken px-4 py-1.5">
                <KeyValue items={check.values} />
              </div>
            </Disclosure>
          ) : (
            <div className="py-2 pr-7">
              <CheckLine check={check} />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

function CheckLine({ check }: { check: CheckItem }) {
  const { icon: Icon, className, label } = OUTCOME_STYLES[check.outcome]
  return (
    <span className="flex items-start gap-3 py-1">
      <span
        className={cx(
          'mt-px flex size-6 shrink-0 items-center justify-center rounded-full border',
          className,
        )}
      >
        {check.outcome === 'running' ? (
          <Spinner size={14} />
        ) : (
          <Icon className="size-3.5" strokeWidth={2.25} aria-hidden="true" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="font-medium text-ink [overflow-wrap:anywhere]">{check.title}</span>
        <span className="sr-only">: {label}. </span>
        {check.reason && <span className="block text-ink-muted text-sm">{check.reason}</span>}
      </span>
    </span>
  )
}
