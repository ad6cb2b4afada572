import { LOGO_DROP, LOGO_LINES } from '@inkproof/graphics/logo-mark'
import { cx } from 'class-variance-authority'

export type LogoProps = {
  /** Height of the mark in CSS pixels. */
  size?: number | undefined
  /** Shows the mark alone, for narrow layouts; the name stays available to screen readers. */
  markOnly?: boolean | undefined
  className?: string | undefined
}

/** The logo: mark and name. */
export function Logo({ size = 28, markOnly, className }: LogoProps) {
  return (
    <span className={cx('inline-flex items-center gap-2 text-ink', className)}>
      <LogoMark size={size} />
      <span
        className={
          markOnly ? 'sr-only' : 'font-semibold text-[1.125rem] leading-none tracking-tighter'
        }
      >
        Inkproof
      </span>
    </span>
  )
}

/** The mark: a drop of ink with the lines of a fingerprint. */
export function LogoMark({ size = 28, className }: { size?: number; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={className} aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2.1" strokeLinecap="round">
        <path d={LOGO_LINES} />
      </g>
      <path className="fill-accent-ink" d={LOGO_DROP} />
    </svg>
  )
}
