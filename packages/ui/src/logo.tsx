import { cx } from 'class-variance-authority'

export type LogoProps = {
  /** Height of the mark in CSS pixels. */
  size?: number | undefined
  /** Mark alone, for small places; the name is then read, not shown. */
  markOnly?: boolean | undefined
  className?: string | undefined
}

/** Mark and name. */
export function Logo({ size = 26, markOnly, className }: LogoProps) {
  return (
    <span className={cx('inline-flex items-center gap-2.5 text-ink', className)}>
      <LogoMark size={size} />
      <span
        className={
          markOnly ? 'sr-only' : 'font-semibold text-[1.0625rem] leading-none tracking-tighter'
        }
      >
        Inkproof
      </span>
    </span>
  )
}

/** A printer's registration mark whose centre is a drop of ink: the impression is in register. */
export function LogoMark({ size = 26, className }: { size?: number; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={className} aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round">
        <circle cx="16" cy="16" r="11" />
        <path d="M16 1.5v5M16 25.5v5M1.5 16h5M25.5 16h5" />
      </g>
      <path
        className="fill-accent-ink"
        d="M16 9.2c2.9 3.3 5 5.7 5 8.5a5 5 0 0 1-10 0c0-2.8 2.1-5.2 5-8.5Z"
      />
    </svg>
  )
}
