import { cx } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'

export type TextLinkProps = ComponentProps<'a'> & {
  /** `inline` within running text, `quiet` in lists and footers. */
  tone?: 'inline' | 'quiet' | undefined
  /** Styles the only child, such as the router's link. */
  asChild?: boolean | undefined
}

/** A text link. Use `asChild` with the router's link for internal pages. */
export function TextLink({ tone = 'inline', asChild, className, ...rest }: TextLinkProps) {
  const Element = asChild ? Slot.Root : 'a'
  return (
    <Element
      {...rest}
      className={cx(
        'rounded-xs transition-colors',
        tone === 'inline'
          ? 'text-accent-ink underline decoration-accent-line underline-offset-3 hover:decoration-current'
          : 'text-ink-muted no-underline hover:text-ink',
        className,
      )}
    />
  )
}
