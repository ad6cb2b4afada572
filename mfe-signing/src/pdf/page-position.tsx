import { t } from '@inkproof/texts/text'
import { useVisiblePage } from './visible-page.ts'

/** Which of `count` pages is in the middle of the window. */
export function PagePosition({ count }: { count: number }) {
  const number = useVisiblePage()
  return (
    <p className="whitespace-nowrap text-ink-muted text-sm tabular-nums">
      <span className="max-sm:sr-only">{t('Page {number} of {count}', { number, count })}</span>
      <span aria-hidden className="sm:hidden">
        {number} / {count}
      </span>
    </p>
  )
}
