import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'

export type KeyValueItem = {
  label: ReactNode
  value: ReactNode
  /** For hexadecimal, addresses and keys: monospace. */
  mono?: boolean | undefined
}

export type KeyValueProps = {
  items: readonly KeyValueItem[]
  /** `rows` for label and value side by side, `stack` for narrow containers. */
  look?: 'rows' | 'stack' | undefined
  className?: string | undefined
}

/** A list of labels and values, as on a certificate. */
export function KeyValue({ items, look = 'rows', className }: KeyValueProps) {
  const isRows = look === 'rows'
  // Labels may repeat and the list is never reordered, so the index is a stable key.
  const rows = items.map((item, index) => ({ ...item, index }))
  return (
    <dl className={cx(isRows ? 'divide-y divide-line' : 'space-y-4', className)}>
      {rows.map((item) => (
        <div
          key={item.index}
          className={cx(isRows && 'grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[11rem_1fr]')}
        >
          <dt className="text-ink-faint text-sm leading-normal">{item.label}</dt>
          <dd
            className={cx(
              'min-w-0 text-ink tabular-nums [overflow-wrap:anywhere]',
              item.mono && 'font-mono text-sm leading-normal',
            )}
          >
            {item.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
