import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from './badge.tsx'

/** The wording required by the specification. */
export const TEST_INSTALLATION = t('Test installation: proves nothing to others')

/** A compact notice next to a certificate's name or a verdict. */
export function TestInstallationBadge({ className }: { className?: string }) {
  return (
    <Badge tone="warning" className={cx('whitespace-normal!', className)}>
      <FlaskConical aria-hidden="true" />
      {TEST_INSTALLATION}
    </Badge>
  )
}

export type TestInstallationBannerProps = {
  /** A sentence with a link to instructions for using a real chain. */
  children?: ReactNode
  className?: string | undefined
}

/** A full-width notice, shown while the installation uses an embedded chain, time stamp service or seal. */
export function TestInstallationBanner({ children, className }: TestInstallationBannerProps) {
  return (
    <aside
      aria-label={t('Test installation')}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-warning-line bg-warning-wash px-4 py-2.5 text-sm',
        className,
      )}
    >
      <FlaskConical className="size-4 text-warning" strokeWidth={1.75} aria-hidden="true" />
      <strong className="font-semibold text-ink">{TEST_INSTALLATION}.</strong>
      {children && <span className="text-ink-muted">{children}</span>}
    </aside>
  )
}
