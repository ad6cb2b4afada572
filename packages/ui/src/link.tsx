import { cx } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'

export type TextLinkProps = ComponentProps<'a'> & {
  /** `inline` in running text, `quiet` in lists and footers. */
  tone?: 'inline' | 'quiet' | undefined
  /** Dresses the router's own link. */
  asChild?: boolean | undefined
}

/** A link in text. Use `asChild` around the router's link for pages of the product. */
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
