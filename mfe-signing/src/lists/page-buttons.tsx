import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { cx } from 'class-variance-authority'
import type { Cursors } from './use-cursors.ts'

type PageButtonsProps = {
  cursors: Pick<Cursors, 'isFirst' | 'showNewer' | 'showOlder'>
  /** The name of the buttons, such as "Pages of your documents". */
  label: string
  /** Of the page that is shown; null for the last one. */
  next: string | null
  /** Whether another page is on its way, so that its `next` is not known yet. */
  isLoading?: boolean
  className?: string
}

/** Buttons to newer and older pages of a list. Nothing if there is only one page. */
export function PageButtons({ className, cursors, isLoading, label, next }: PageButtonsProps) {
  const { isFirst, showNewer, showOlder } = cursors
  if (isFirst && next === null) return null
  return (
    <nav aria-label={label} className={cx('flex justify-between gap-2', className)}>
      <Button size="sm" disabled={isFirst || isLoading} onClick={showNewer}>
        {t('Newer')}
      </Button>
      <Button
        size="sm"
        disabled={next === null || isLoading}
        onClick={() => next !== null && showOlder(next)}
      >
        {t('Older')}
      </Button>
    </nav>
  )
}
