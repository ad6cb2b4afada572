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
        <path d="M16 2.2C20.6 7.6 26 13.3 26 19.6a10 10 0 0 1-20 0c0-2.9 1.1-5.6 2.8-8.2" />
        <path d="M12.2 13.7c-1.3 1.9-2.2 3.8-2.2 5.9a6 6 0 0 0 10.4 4.1M16 8.8c2.9 3.5 6 6.9 6 10.8" />
      </g>
      <path
        className="fill-accent-ink"
        d="M16 15.2c1.5 1.8 2.4 3 2.4 4.4a2.4 2.4 0 0 1-4.8 0c0-1.4.9-2.6 2.4-4.4Z"
      />
    </svg>
  )
}
