import { t } from '@inkproof/texts/text'
import { IconButton } from '@inkproof/ui/icon-button'
import { cx } from 'class-variance-authority'
import { Trash2 } from 'lucide-react'
import type { Mark } from './mark.ts'
import { MarkPreview } from './mark-preview.tsx'
import { PAPER } from './paper.ts'
import type { SavedMark } from './saved-marks.ts'

type SavedTabProps = {
  saved: readonly SavedMark[]
  onChosen: (mark: Mark) => void
  onDelete: (id: number) => void
}

/** Signatures saved in this browser; one click uses one. */
export function SavedTab({ saved, onChosen, onDelete }: SavedTabProps) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {saved.map(({ id, mark }, i) => (
        <li key={id} className={cx(PAPER, 'h-28 hover:border-line-strong')}>
          <button
            type="button"
            onClick={() => onChosen(mark)}
            aria-label={t('Use saved signature {number}', { number: i + 1 })}
            className="size-full cursor-pointer rounded-lg py-4 pr-14 pl-5 focus-visible:-outline-offset-2"
          >
            <MarkPreview mark={mark} className="size-full" />
          </button>
          <IconButton
            size="sm"
            tone="danger"
            label={t('Delete saved signature {number}', { number: i + 1 })}
            onClick={() => onDelete(id)}
            className="light absolute top-2 right-2"
          >
            <Trash2 />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
