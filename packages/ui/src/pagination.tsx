import { formatCount } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

export type PaginationProps = {
  /** The name of the list: "Documents". */
  label: string
  /** The current page, starting at 1. */
  page: number
  pageCount: number
  onPageChange: (page: number) => void
  /** Total number of items, if known. */
  total?: number | undefined
}

/** The position in a long list, with buttons for the previous and next page. */
export function Pagination({ label, page, pageCount, onPageChange, total }: PaginationProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-4 py-3">
      <p className="text-ink-muted text-sm tabular-nums" aria-live="polite">
        {t('Page {page} of {pageCount}', {
          page: formatCount(page),
          pageCount: formatCount(pageCount),
        })}
        {total !== undefined && (
          <span className="text-ink-faint">
            {' '}
            · {t('{total} in total', { total: formatCount(total) })}
          </span>
        )}
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
          <ChevronLeft />
          {t('Previous')}
        </Button>
        <Button size="sm" disabled={page >= pageCount} onClick={() => onPageChange(page + 1)}>
          {t('Next')}
          <ChevronRight />
        </Button>
      </div>
    </nav>
  )
}
