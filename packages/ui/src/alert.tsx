import { cva, cx } from 'class-variance-authority'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const ICONS = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
} as const

const alert = cva('flex gap-3 rounded-lg border px-4 py-3 text-sm', {
  variants: {
    tone: {
      info: 'border-accent-line bg-accent-wash [&>svg]:text-accent-ink',
      success: 'border-success-line bg-success-wash [&>svg]:text-success',
      warning: 'border-warning-line bg-warning-wash [&>svg]:text-warning',
      danger: 'border-danger-line bg-danger-wash [&>svg]:text-danger',
    },
  },
})

export type AlertTone = keyof typeof ICONS
export type AlertProps = {
  tone?: AlertTone | undefined
  title?: ReactNode
  /** One sentence: what happened and what to do. */
  children?: ReactNode
  /** Buttons below the sentence. */
  actions?: ReactNode
  className?: string | undefined
}

/** An inline message. `warning` and `danger` are announced assertively, the others politely. */
export function Alert({ tone = 'info', title, children, actions, className }: AlertProps) {
  const Icon = ICONS[tone]
  const isUrgent = tone === 'danger' || tone === 'warning'
  return (
    <div role={isUrgent ? 'alert' : 'status'} className={cx(alert({ tone }), className)}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 space-y-1 text-ink">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={cx(title && 'text-ink-muted')}>{children}</div>}
        {actions && <div className="flex flex-wrap gap-2 pt-2">{actions}</div>}
      </div>
    </div>
  )
}
