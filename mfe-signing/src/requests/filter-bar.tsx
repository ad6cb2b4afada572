import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { FILTER_LABELS, LIST_FILTERS, type ListFilter } from './list-filter.ts'

type FilterBarProps = { filter: ListFilter; onChange: (filter: ListFilter) => void }

/** Chooses which documents are listed. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
      <legend className="sr-only">{t('Show')}</legend>
      {LIST_FILTERS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === filter}
          onClick={() => onChange(one)}
          className={cx(
            'h-8 shrink-0 cursor-pointer whitespace-nowrap rounded-full border px-3 text-sm transition-colors max-md:h-11',
            one === filter
              ? 'border-accent-line bg-accent-wash font-medium text-accent-ink'
              : 'border-line bg-surface text-ink-muted hover:border-line-strong hover:text-ink',
          )}
        >
          {FILTER_LABELS[one]}
        </button>
      ))}
    </fieldset>
  )
}
