import { t } from '@inkproof/texts/text'
import { IconButton } from '@inkproof/ui/icon-button'
import { cx } from 'class-variance-authority'
import { Trash2 } from 'lucide-react'
import type { Mark, MarkKind } from './mark.ts'
import { MarkPreview } from './mark-preview.tsx'
import { PAPER } from './paper.ts'
import type { SavedMark } from './saved-marks.ts'

type SavedTabProps = {
  kind: MarkKind
  saved: readonly SavedMark[]
  onChosen: (mark: Mark) => void
  onDelete: (id: number) => void
}

/** Signatures, initials or stamps saved in this browser; one click uses one. */
export function SavedTab({ kind, saved, onChosen, onDelete }: SavedTabProps) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {saved.map(({ id, mark }, i) => (
        <li key={id} className={cx(PAPER, 'h-28 hover:border-line-strong')}>
          <button
            type="button"
            onClick={() => onChosen(mark)}
            aria-label={
              kind === 'stamp'
                ? t('Use saved stamp {number}', { number: i + 1 })
                : t('Use saved signature {number}', { number: i + 1 })
            }
            className="size-full cursor-pointer rounded-lg py-4 pr-14 pl-5 focus-visible:-outline-offset-2"
          >
            <MarkPreview mark={mark} className="size-full" />
          </button>
          <IconButton
            size="sm"
            tone="danger"
            label={
              kind === 'stamp'
                ? t('Delete saved stamp {number}', { number: i + 1 })
                : t('Delete saved signature {number}', { number: i + 1 })
            }
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
