import { cx } from 'class-variance-authority'
import { type CSSProperties, type ReactNode, useState } from 'react'

export type BrandScopeProps = {
  /** The colors of main buttons; null for Inkproof's own. Their contrast is the caller's concern. */
  colors: { fill: string; hover: string; text: string } | null
  className?: string | undefined
  children: ReactNode
}

/** Shows the main buttons inside in the colors of a workspace. All other colors stay those of the theme. */
export function BrandScope({ colors, className, children }: BrandScopeProps) {
  const variables = colors && {
    '--color-accent': colors.fill,
    '--color-accent-hover': colors.hover,
    '--color-on-accent': colors.text,
  }
  return (
    <div className={className} style={(variables ?? {}) as CSSProperties}>
      {children}
    </div>
  )
}

export type BrandLogoProps = {
  /** The name of the workspace: replaces a logo that is missing or cannot be loaded. */
  name: string
  /** The logo, with its size in pixels; it is shown at half of it at most. */
  logo: { url: string; width: number; height: number } | null
  className?: string | undefined
}

/** The logo of a workspace, on white in both themes, because a logo is drawn for one background. */
export function BrandLogo({ name, logo, className }: BrandLogoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (logo === null || broken === logo.url)
    return (
      <p className={cx('break-words font-semibold text-ink text-lg tracking-tight', className)}>
        {name}
      </p>
    )
  return (
    <img
      src={logo.url}
      alt={name}
      width={Math.round(logo.width / 2)}
      height={Math.round(logo.height / 2)}
      onError={() => setBroken(logo.url)}
      className={cx(
        'box-content h-auto max-w-full rounded-md border border-line bg-white p-2',
        className,
      )}
    />
  )
}
