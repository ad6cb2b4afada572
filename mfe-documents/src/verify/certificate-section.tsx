import type { Answer } from '@inkproof/proof/wording'
import { t } from '@inkproof/texts/text'
import { TestInstallationBadge } from '@inkproof/ui/test-installation'
import { cx } from 'class-variance-authority'
import { BadgeCheck, FileSearch } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  answer: Answer
  isTest: boolean
  actions: ReactNode
  /** The details. */
  children: ReactNode
}

/** The answer about the certificate of a file, below the answer about its signatures, which has the headline. */
export function CertificateSection({ actions, answer, children, isTest }: Props) {
  const { code, context, headline, note, tone } = answer
  const isPositive = tone === 'positive'
  const Icon = isPositive ? BadgeCheck : FileSearch
  return (
    <section
      aria-label={t('Certificate of this file')}
      data-verdict={code}
      data-tone={tone}
      className="border-line border-t bg-surface px-5 pt-5 pb-2 sm:px-8"
    >
      <div className="flex gap-3">
        <Icon
          className={cx('size-6 shrink-0', isPositive ? 'text-success' : 'text-ink-muted')}
          strokeWidth={1.5}
          aria-hidden="true"
        />
        <div className="min-w-0 flex-1">
          <div role="status">
            <p className="text-ink-faint text-sm">{t('Certificate of this file')}</p>
            <h3 className="font-medium text-ink [overflow-wrap:anywhere]">{headline}</h3>
            <p className="max-w-lg text-ink-muted text-sm [overflow-wrap:anywhere]">{context}</p>
            {note !== null && <p className="mt-1 max-w-lg text-sm text-warning">{note}</p>}
          </div>
          {isTest && <TestInstallationBadge className="mt-3 whitespace-normal" />}
          {actions && <div className="mt-3 mb-2 flex flex-wrap gap-2 empty:hidden">{actions}</div>}
        </div>
      </div>
      {children}
    </section>
  )
}
