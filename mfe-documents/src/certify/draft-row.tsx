import type { Certificate } from '@inkproof/protocol/certificates'
import { formatBytes, formatCount } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { IconButton } from '@inkproof/ui/icon-button'
import { Seal } from '@inkproof/ui/seal'
import { ChevronDown, FileText, X } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { type Draft, isEditable } from '../drafts/draft.ts'
import { formatReadingProgress } from '../fingerprint/reading-progress.ts'
import { cancelReading, removeDrafts } from './certify.store.ts'
import { DraftDetails } from './draft-details.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { OpenCertificate } from './open-certificate.tsx'

type Props = {
  draft: Draft
  /** The only file of the list: its details are open. */
  isOnly: boolean
  /** A certificate that the user already has of this file. */
  earlier: Certificate | undefined
  /** The name of an earlier file in the list with the same content. */
  sameContentAs: string | undefined
}

/**
 * One file in one row: name, size, state and actions, and details that can be expanded. Memoized, because a folder may
 * contain a thousand files and the progress of one must not re-render the others.
 */
export const DraftRow = memo(function DraftRow({ draft, isOnly, earlier, sameContentAs }: Props) {
  const [isToggled, setToggled] = useState(false)
  const detailsId = useId()
  const hasDetails = draft.work.step === 'ready' || draft.work.step === 'refused'
  const isOpen = hasDetails && isToggled !== isOnly
  return (
    <li className="px-3 py-2 sm:px-4">
      <div className="flex min-h-11 items-center gap-3">
        <RowIcon draft={draft} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium text-ink" title={draft.fileName}>
            {draft.fileName}
          </p>
          <p className="flex flex-wrap gap-x-2 text-ink-faint text-sm tabular-nums">
            <State draft={draft} isEarlier={earlier !== undefined} />
          </p>
        </div>
        <RowActions draft={draft} />
        {hasDetails && (
          <IconButton
            size="sm"
            label={t('Title and details of {fileName}', { fileName: draft.fileName })}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setToggled(!isToggled)}
          >
            <ChevronDown
              className={isOpen ? 'rotate-180 transition-transform' : 'transition-transform'}
            />
          </IconButton>
        )}
      </div>
      <ReadingBar draft={draft} />
      <DraftNotice draft={draft} earlier={earlier} sameContentAs={sameContentAs} />
      <div id={detailsId}>{isOpen && <DraftDetails draft={draft} isOnly={isOnly} />}</div>
    </li>
  )
})

function RowIcon({ draft: { work } }: { draft: Draft }) {
  if ('fingerprint' in work) return <Seal fingerprint={work.fingerprint} size={28} />
  return <FileText className="mx-1 size-5 shrink-0 text-ink-faint" aria-hidden="true" />
}

function State({ draft, isEarlier }: { draft: Draft; isEarlier: boolean }) {
  const { work, fileSize } = draft
  if (work.step === 'reading')
    return formatReadingProgress(work.doneBytes, fileSize, work.bytesPerSecond)
  return (
    <>
      <span>{formatBytes(fileSize)}</span>
      <span className={work.step === 'certified' ? 'text-success' : undefined}>
        {isEarlier ? t('Already certified') : stateText(work)}
      </span>
    </>
  )
}

/** Null for states that {@link DraftNotice} explains below the row. */
function stateText(work: Draft['work']): string | null {
  switch (work.step) {
    case 'certified':
      return t('Certified · Entry {index}', { index: formatCount(work.index) })
    case 'ready':
      return t('Fingerprinted')
    case 'sending':
      return t('Recording…')
    case 'waiting':
      return t('Queued')
    default:
      return null
  }
}

function RowActions({ draft }: { draft: Draft }) {
  const { id, fileName, work } = draft
  if (work.step === 'waiting' || work.step === 'reading')
    return (
      <Button size="sm" variant="ghost" onClick={() => cancelReading(id)}>
        {t('Cancel')}
      </Button>
    )
  return (
    <>
      {work.step === 'certified' && <OpenCertificate id={id} shareLink={work.shareLink} />}
      {(isEditable(draft) || work.step === 'certified') && (
        <IconButton
          size="sm"
          label={t('Remove {fileName} from the list', { fileName })}
          onClick={() => void removeDrafts([id])}
        >
          <X />
        </IconButton>
      )}
    </>
  )
}

/** Decorative: the row's text states the progress. */
function ReadingBar({ draft: { work, fileSize } }: { draft: Draft }) {
  if (work.step !== 'reading') return null
  const percent = Math.round((work.doneBytes / fileSize) * 100)
  return (
    <div className="mt-1 h-0.5 overflow-hidden rounded-full bg-hover" aria-hidden="true">
      <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  )
}
