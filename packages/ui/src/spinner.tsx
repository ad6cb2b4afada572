import { cx } from 'class-variance-authority'

export type SpinnerProps = {
  /** Edge length in CSS pixels. */
  size?: number | undefined
  /** Text for screen readers; omit it if the context already says what is loading. */
  label?: string | undefined
  className?: string | undefined
}

/** A spinning arc in the current text color. */
export function Spinner({ size = 16, label, className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex shrink-0', className)}>
      <svg
        viewBox="0 0 16 16"
        width={size}
        height={size}
        fill="none"
        strokeWidth="1.75"
        className="animate-spin"
        aria-hidden="true"
      >
        <circle cx="8" cy="8" r="6.5" stroke="currentColor" opacity="0.22" />
        <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
