import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import { ScrollRegion } from './scroll-region.tsx'

export type CodeBlockProps = {
  /** The text, shown and copied unchanged. */
  code: string
  /** File name or language, shown above the code; labels the region. */
  title?: string | undefined
  /** Highlighted code, if available; `code` is still what is copied. */
  children?: ReactNode
  className?: string | undefined
}

/** A block of code with a copy button. Long lines scroll, also by keyboard. */
export function CodeBlock({ code, title, children, className }: CodeBlockProps) {
  return (
    <figure className={cx('overflow-hidden rounded-lg border border-line bg-sunken', className)}>
      <figcaption className="flex min-h-10 items-center justify-between gap-4 border-line border-b py-1 pr-1 pl-4 text-ink-faint text-sm">
        <span className="truncate">{title ?? t('Code')}</span>
        <CopyButton value={code} label={t('Copy code')} />
      </figcaption>
      <ScrollRegion label={title ?? t('Code')} className="overflow-x-auto">
        <pre className="w-max min-w-full px-4 py-3.5 font-mono text-ink text-sm leading-relaxed">
          <code>{children ?? code}</code>
        </pre>
      </ScrollRegion>
    </figure>
  )
}
