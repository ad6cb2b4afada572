import { cva, cx, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

const badge = cva(
  'inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm border px-1.75 py-px font-medium text-xs [&_svg]:size-3 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        neutral: 'border-line bg-hover text-ink-muted',
        accent: 'border-accent-line bg-accent-wash text-accent-ink',
        success: 'border-success-line bg-success-wash text-success',
        warning: 'border-warning-line bg-warning-wash text-warning',
        danger: 'border-danger-line bg-danger-wash text-danger',
        outline: 'border-line-strong/60 bg-transparent text-ink-muted',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

export type BadgeTone = NonNullable<VariantProps<typeof badge>['tone']>
export type BadgeProps = ComponentProps<'span'> & {
  tone?: BadgeTone | undefined
  /** Shows a dot before the text, for a state that may change by itself. */
  dot?: boolean | undefined
}

/** A label of one or two words for a state or kind. */
export function Badge({ tone, dot, className, children, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={cx(badge({ tone }), className)}>
      {dot && <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />}
      {children}
    </span>
  )
}
