import { cx } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name, also shown by the browser on hover. */
  label: string
  size?: 'sm' | 'md' | undefined
  tone?: 'plain' | 'outline' | 'danger' | undefined
  busy?: boolean | undefined
  asChild?: boolean | undefined
  /** One icon. */
  children: ReactNode
}

const TONES = {
  plain: 'border-transparent text-ink-muted hover:bg-hover hover:text-ink',
  outline: 'border-line bg-surface text-ink-muted hover:border-line-strong hover:text-ink',
  danger: 'border-transparent text-ink-muted hover:bg-danger-wash hover:text-danger',
} as const

/** A square button with one icon; at least 44 px on phones regardless of `size`. */
export function IconButton(props: IconButtonProps) {
  const { label, size = 'md', tone = 'plain', busy, asChild, className, children, ...rest } = props
  const classes = cx(
    'inline-flex shrink-0 cursor-pointer items-center justify-center rounded-md border',
    'transition-[background-color,border-color,color] disabled:pointer-events-none disabled:opacity-45 aria-busy:opacity-100',
    'aria-expanded:bg-hover aria-expanded:text-ink max-md:min-h-11 max-md:min-w-11 [&_svg]:size-4',
    size === 'sm' ? 'size-8' : 'size-10',
    TONES[tone],
    className,
  )
  if (asChild) {
    return (
      <Slot.Root {...rest} aria-label={label} title={label} className={classes}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
      className={classes}
    >
      {busy ? <Spinner /> : children}
    </button>
  )
}
