import { cx } from 'class-variance-authority'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import { Spinner } from './spinner.tsx'

export type IconButtonProps = Omit<
  ComponentProps<'button'>,
  'aria-label' | 'title' | 'onPointerEnter' | 'onKeyUp'
> & {
  /** The accessible name, also shown in a tooltip. */
  label: string
  size?: 'sm' | 'md' | undefined
  tone?: 'plain' | 'outline' | 'danger' | undefined
  busy?: boolean | undefined
  /** One icon. */
  children: ReactNode
}

const TONES = {
  plain: 'border-transparent text-ink-muted hover:bg-hover hover:text-ink',
  outline: 'border-line bg-surface text-ink-muted hover:border-line-strong hover:text-ink',
  danger: 'border-transparent text-ink-muted hover:bg-danger-wash hover:text-danger',
} as const

/** A square button with one icon and a tooltip; at least 44 px on phones regardless of `size`. */
export function IconButton(props: IconButtonProps) {
  const { label, size = 'md', tone = 'plain', busy, className, children, ...rest } = props
  const [Tooltip, loadTooltip] = useTooltip()
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && loadTooltip()}
      onKeyUp={({ key }) => key === 'Tab' && loadTooltip()}
      className={cx(
        'inline-flex shrink-0 cursor-pointer items-center justify-center rounded-md border [&:not(.absolute)]:relative',
        'transition-[background-color,border-color,color] disabled:pointer-events-none disabled:opacity-45 aria-busy:opacity-100',
        'aria-expanded:bg-hover aria-expanded:text-ink max-md:min-h-11 max-md:min-w-11 [&_svg]:size-4',
        size === 'sm' ? 'size-8' : 'size-10',
        TONES[tone],
        className,
      )}
    >
      {busy ? <Spinner /> : children}
      {Tooltip && <Tooltip text={label} />}
    </button>
  )
}

/** The tooltip is loaded when the button is first hovered or reached by Tab, so pages do not wait for it. */
function useTooltip() {
  const [Tooltip, setTooltip] = useState<ComponentType<{ text: string }> | null>(null)
  const load = () => {
    import('./tooltip.tsx').then(
      (module) => setTooltip(() => module.Tooltip),
      () => undefined,
    )
  }
  return [Tooltip, load] as const
}
