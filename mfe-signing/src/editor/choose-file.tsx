import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Spinner } from '@inkproof/ui/spinner'
import { useState } from 'react'
import { prepareToOpenPdf } from '../pdf/open-pdf.ts'
import { startDraft } from './draft.store.ts'
import { readChoice } from './read-choice.ts'

/** Without HEIC: phones then hand their photos over as JPEG, which every browser can read. */
const ACCEPTED =
  '.pdf,application/pdf,image/jpeg,image/png,image/webp,image/avif,image/gif,image/bmp'

type Progress = { done: number; count: number }

/** Where the user chooses the PDF to sign, or the pictures that become one. */
export function ChooseFile() {
  const [error, setError] = useState<string | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const choose = async ([first, ...others]: File[]) => {
    if (first === undefined) return
    setError(null)
    const count = 1 + others.length
    const choice = await readChoice([first, ...others], (done) => setProgress({ done, count }))
    setProgress(null)
    if (choice.problem !== null) return setError(choice.problem)
    if (choice.isReduced) sayReduced()
    await startDraft(choice.file, choice.signedBefore)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only loads ahead what the button inside needs.
    <div
      onPointerEnter={prepareToOpenPdf}
      onDragEnter={prepareToOpenPdf}
      onFocusCapture={prepareToOpenPdf}
    >
      <DropZone
        onFiles={(files) => void choose(files)}
        folders={false}
        accept={ACCEPTED}
        title={t('Drop a PDF or pictures to sign')}
        touchTitle={t('Choose a PDF or pictures to sign')}
        hint={t(
          'Several pictures become one PDF, one page each. Up to 50 MB. Your files stay on this device until you continue.',
        )}
        disabled={progress !== null}
        error={error}
      >
        {progress && (
          <p
            role="status"
            className="flex items-center justify-center gap-2 text-ink-muted text-sm"
          >
            <Spinner />
            {progressLabel(progress)}
          </p>
        )}
      </DropZone>
    </div>
  )
}

function progressLabel({ done, count }: Progress): string {
  return count === 1
    ? t('Creating the PDF')
    : t('Creating the PDF: picture {number} of {count}', {
        number: Math.min(done + 1, count),
        count,
      })
}

function sayReduced(): void {
  toast({
    title: t('The pictures were reduced to fit 50 MB'),
    description: t('Check that all text is still readable.'),
  })
}
