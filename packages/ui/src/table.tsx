import { cx } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'
import { ScrollRegion } from './scroll-region.tsx'

export type TableProps = {
  /** A name for the rows; used as the caption and as the accessible name of the scrolling region. */
  caption: string
  /** Shows the caption visually. */
  showCaption?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A table. On narrow screens it scrolls horizontally, also by keyboard. */
export function Table({ caption, showCaption, className, children }: TableProps) {
  return (
    <ScrollRegion
      label={caption}
      className={cx('overflow-x-auto rounded-xl border border-line bg-surface', className)}
    >
      <table className="w-full border-collapse text-left text-sm tabular-nums">
        <caption
          className={showCaption ? 'px-4 pt-4 pb-2 text-left font-medium text-ink' : 'sr-only'}
        >
          {caption}
        </caption>
        {children}
      </table>
    </ScrollRegion>
  )
}

/** The header row. */
export function TableHead({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <thead className={cx('border-line border-b', className)}>
      <tr>{children}</tr>
    </thead>
  )
}

/** A column header; use `align="end"` for numbers. */
export function TableHeader({ align, className, ...rest }: CellProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        'h-10 whitespace-nowrap px-4 font-medium text-2xs text-ink-faint uppercase tracking-engraved',
        align === 'end' && 'text-right',
        className,
      )}
    />
  )
}

/** The table body. */
export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="divide-y divide-line">{children}</tbody>
}

/** A table row. */
export function TableRow({
  selected,
  className,
  ...rest
}: ComponentProps<'tr'> & { selected?: boolean | undefined }) {
  return (
    <tr
      {...rest}
      data-selected={selected || undefined}
      className={cx(
        'transition-colors hover:bg-hover/60 data-selected:bg-accent-wash/55',
        className,
      )}
    />
  )
}

type CellProps<Element extends 'td' | 'th'> = Omit<ComponentProps<Element>, 'align'> & {
  align?: 'start' | 'end' | undefined
}

/** A table cell; use `align="end"` for numbers. */
export function TableCell({ align, className, ...rest }: CellProps<'td'>) {
  return (
    <td
      {...rest}
      className={cx('h-12 px-4 py-2 text-ink', align === 'end' && 'text-right', className)}
    />
  )
}
