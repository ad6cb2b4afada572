import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'

/** The outer edges of header, pages and footer: all start at the same left edge. */
export const CONTAINER = 'mx-auto w-full max-w-3xl px-4 sm:px-6 lg:px-8'

const WIDTHS = {
  narrow: 'max-w-lg',
  text: 'max-w-xl',
  wide: 'max-w-2xl',
  full: undefined,
} as const

export type PageProps = {
  /**
   * Limits the width of the content, which starts at the same left edge on every page: `narrow` for forms, `text` for
   * one column, `wide` (default) for most pages, `full` for tables.
   */
  width?: keyof typeof WIDTHS | undefined
  className?: string | undefined
  children: ReactNode
}

/** The column that contains a page's content. */
export function Page({ width = 'wide', className, children }: PageProps) {
  return (
    <div className={cx(CONTAINER, 'pt-10 pb-24 md:pt-16', className)}>
      <div className={WIDTHS[width]}>{children}</div>
    </div>
  )
}

/** A small-caps label above a heading, in two or three words. */
export function Eyebrow({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p className={cx('font-medium text-2xs text-ink-faint uppercase tracking-engraved', className)}>
      {children}
    </p>
  )
}

export type PageHeaderProps = {
  eyebrow?: ReactNode
  title: ReactNode
  /** One sentence under the title. */
  lead?: ReactNode
  actions?: ReactNode
  /** `display` for the landing page, `page` for all others. */
  size?: 'page' | 'display' | undefined
  align?: 'start' | 'center' | undefined
}

/** The page's only h1. */
export function PageHeader(props: PageHeaderProps) {
  const { eyebrow, title, lead, actions, size = 'page', align = 'start' } = props
  const isCentered = align === 'center'
  return (
    <header
      className={cx(
        'mb-8 flex flex-col gap-6 md:mb-12',
        isCentered ? 'items-center text-center' : 'md:flex-row md:items-end md:justify-between',
      )}
    >
      <div className={cx('space-y-4', isCentered ? 'max-w-xl' : 'max-w-lg')}>
        {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
        <h1
          className={cx(
            'font-medium text-ink leading-tight',
            size === 'display'
              ? 'text-4xl tracking-tightest md:text-5xl lg:text-6xl lg:leading-none'
              : 'text-3xl tracking-tighter md:text-4xl',
          )}
        >
          {title}
        </h1>
        {lead && <p className="text-ink-muted text-lg md:text-xl">{lead}</p>}
      </div>
      {actions && <div className="flex shrink-0 flex-wrap items-center gap-3">{actions}</div>}
    </header>
  )
}

export type SectionProps = {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** Adds a line above, as between the parts of a form. */
  ruled?: boolean | undefined
  id?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** A section of a page with its own h2. */
export function Section(props: SectionProps) {
  const { title, description, actions, ruled, id, className, children } = props
  return (
    <section
      id={id}
      className={cx('mt-12 md:mt-16', ruled && 'border-line border-t pt-8', className)}
    >
      {(title || actions) && (
        <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
          <div className="max-w-lg space-y-1.5">
            {title && <h2 className="font-medium text-2xl text-ink tracking-tighter">{title}</h2>}
            {description && <p className="text-ink-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
