import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Spinner } from '@inkproof/ui/spinner'
import { useState } from 'react'
import { prepareToOpenPdf } from '../pdf/open-pdf.ts'
import { checkFile } from './check-file.ts'
import { UnusableChoice, unreadable } from './choice-problems.ts'
import type { ChosenFile } from './chosen-files.tsx'
import { CombineFiles } from './combine-files.tsx'
import { startDraft } from './draft.store.ts'
import type { Progress } from './join-files.ts'
import { readChoice } from './read-choice.ts'

/** Without HEIC: phones then hand their photos over as JPEG, which every browser can read. */
const ACCEPTED =
  '.pdf,application/pdf,image/jpeg,image/png,image/webp,image/avif,image/gif,image/bmp'

const MAX_FILES = 100

type Reading = { progress: Progress | null; cancel: () => void }

/** Where the user chooses the file to sign, or several, which become one PDF. */
export function ChooseFile() {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [error, setError] = useState<string | null>(null)
  const [reading, setReading] = useState<Reading | null>(null)
  const isList = files.length > 0
  const create = async (chosen: readonly File[]) => {
    const [first, ...others] = chosen
    if (first === undefined) return
    setError(null)
    const cancelling = new AbortController()
    const cancel = () => cancelling.abort()
    const onProgress = (progress: Progress) => setReading({ progress, cancel })
    setReading({ progress: null, cancel })
    try {
      const options = { onProgress, signal: cancelling.signal }
      const { file, isReduced, signedBefore } = await readChoice([first, ...others], options)
      if (isReduced) sayReduced()
      await startDraft(file, signedBefore)
    } catch (reason) {
      if (reason instanceof UnusableChoice) setError(reason.sentence)
      else if (!cancelling.signal.aborted) throw reason
    } finally {
      setReading(null)
    }
  }
  const add = async (added: File[]) => {
    setError(null)
    if (!isList && added.length === 1) return await create(added)
    if (files.length + added.length > MAX_FILES)
      return setError(t('Choose at most {count} files.', { count: MAX_FILES }))
    const checked = await Promise.all(added.map(describe))
    const unusable = checked.find((one) => typeof one === 'string')
    if (typeof unusable === 'string') setError(unusable)
    const usable = checked.filter((one) => typeof one !== 'string')
    setFiles((current) => [...current, ...usable])
  }
  if (isList)
    return (
      <CombineFiles
        files={files}
        accept={ACCEPTED}
        error={error}
        progress={reading && progressLabel(reading.progress, files.length)}
        onChange={(changed) => {
          setError(null)
          setFiles(changed)
        }}
        onAdd={(added) => void add(added)}
        onCancel={() => {
          if (reading) reading.cancel()
          else setFiles([])
          setError(null)
        }}
        onCreate={() => void create(files.map(({ file }) => file))}
      />
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only loads ahead what the button inside needs.
    <div
      onPointerEnter={prepareToOpenPdf}
      onDragEnter={prepareToOpenPdf}
      onFocusCapture={prepareToOpenPdf}
    >
      <DropZone
        onFiles={(added) => void add(added)}
        folders={false}
        accept={ACCEPTED}
        title={t('Drop a PDF or pictures to sign')}
        touchTitle={t('Choose a PDF or pictures to sign')}
        hint={t(
          'Several files become one document. Up to 50 MB. Your files stay on this device until you continue.',
        )}
        disabled={reading !== null}
        error={error}
      >
        {reading && (
          <p
            role="status"
            className="flex items-center justify-center gap-2 text-ink-muted text-sm"
          >
            <Spinner />
            {progressLabel(reading.progress, 1)}
          </p>
        )}
      </DropZone>
    </div>
  )
}

let nextKey = 0

/** The file as an item of the list, or why it cannot be one. */
async function describe(file: File): Promise<ChosenFile | string> {
  const checked = await checkFile(file).catch(() => null)
  if (checked === null) return unreadable(file.name)
  if (checked.kind === 'unusable') return checked.problem
  return { key: nextKey++, file, kind: checked.kind }
}

function progressLabel(progress: Progress | null, files: number): string {
  if (progress?.stage === 'combining') return t('Combining {count} files', { count: files })
  if (progress === null || progress.count === 1) return t('Creating the PDF')
  const { done, count } = progress
  return t('Creating the PDF: picture {number} of {count}', {
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
