import { cva, cx, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { Spinner } from './spinner.tsx'

const button = cva(
  [
    'relative inline-flex shrink-0 cursor-pointer select-none items-center justify-center gap-2',
    'whitespace-nowrap rounded-md border font-medium no-underline',
    'transition-[background-color,border-color,color,opacity,scale] active:scale-[0.98]',
    'disabled:pointer-events-none disabled:opacity-45',
    'aria-busy:opacity-100 [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary:
          'border-transparent bg-accent text-on-accent shadow-sheet hover:bg-accent-hover active:bg-accent',
        secondary:
          'border-line bg-surface text-ink shadow-sheet hover:border-line-strong hover:bg-hover',
        ghost: 'border-transparent bg-transparent text-ink-muted hover:bg-hover hover:text-ink',
        danger:
          'border-transparent bg-danger-fill text-white shadow-sheet hover:bg-danger-fill-hover',
        link: 'border-transparent bg-transparent text-accent-ink underline decoration-accent-line underline-offset-4 hover:decoration-current',
      },
      size: {
        sm: 'h-8 px-3 text-sm max-md:min-h-11 [&_svg]:size-3.5',
        md: 'h-10 px-4 text-base max-md:min-h-11 [&_svg]:size-4',
        lg: 'h-12 px-6 text-lg [&_svg]:size-4.5',
      },
      wide: { true: 'w-full' },
    },
    compoundVariants: [{ variant: 'link', class: 'px-0!' }],
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

export type ButtonProps = Omit<ComponentProps<'button'>, 'size'> &
  VariantProps<typeof button> & {
    /**
     * A request is pending: the button is disabled and shows a spinner at the same width.
     */
    busy?: boolean | undefined
    /** Styles the only child (usually a link) as a button instead of rendering one. */
    asChild?: boolean | undefined
  }

/** A button; use `primary` at most once per view. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, busy, asChild, className, children, disabled, ...rest } = props
  const classes = cx(button({ variant, size, wide }), className)
  if (asChild) {
    return (
      <Slot.Root {...rest} className={classes}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      <span className={cx('inline-flex items-center gap-2', busy && 'opacity-0')}>{children}</span>
      {busy && <Spinner className="absolute" />}
    </button>
  )
}
