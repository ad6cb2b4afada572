import { cva, cx, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'

const card = cva('relative rounded-xl border', {
  variants: {
    tone: {
      sheet: 'border-line bg-surface shadow-sheet',
      sunken: 'border-line bg-sunken',
      plain: 'border-line bg-transparent',
    },
    padding: { none: '', sm: 'p-4', md: 'p-5 md:p-6', lg: 'p-6 md:p-8' },
    interactive: {
      true: 'transition-[border-color,background-color] hover:border-line-strong hover:bg-hover',
    },
  },
  defaultVariants: { tone: 'sheet', padding: 'md' },
})

export type CardProps = ComponentProps<'div'> &
  VariantProps<typeof card> & {
    /** Applies the styles to the only child: a link, a section, a list item. */
    asChild?: boolean | undefined
  }

/** Groups related content inside one border. */
export function Card({ tone, padding, interactive, asChild, className, ...rest }: CardProps) {
  const Element = asChild ? Slot.Root : 'div'
  return <Element {...rest} className={cx(card({ tone, padding, interactive }), className)} />
}

export type CardHeaderProps = {
  title: ReactNode
  description?: ReactNode
  /** Buttons or a badge at the end of the row. */
  actions?: ReactNode
  /** Heading level, so that the page has a valid outline. */
  level?: 2 | 3 | 4 | undefined
}

/** Title, description and actions of a card. */
export function CardHeader({ title, description, actions, level = 2 }: CardHeaderProps) {
  const Heading = `h${level}` as const
  return (
    <div className="mb-5 flex flex-wrap items-start justify-between gap-x-4 gap-y-3 last:mb-0">
      <div className="min-w-0 flex-1 basis-40 space-y-1 break-words">
        <Heading className="font-semibold text-lg text-ink tracking-tight">{title}</Heading>
        {description && <p className="text-ink-muted text-sm">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
