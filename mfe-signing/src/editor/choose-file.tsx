import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Spinner } from '@inkproof/ui/spinner'
import { useState } from 'react'
import { useOfficeSupport } from '../office-files/use-office-support.ts'
import { prepareToOpenPdf } from '../pdf/open-pdf.ts'
import { UnusableChoice } from './choice-problems.ts'
import type { ChosenFile } from './chosen-files.tsx'
import { CombineFiles } from './combine-files.tsx'
import { readFile } from './read-choice.ts'
import { useNewDocument } from './use-new-document.ts'

/** Without HEIC: phones then hand their photos over as JPEG, which every browser can read. */
const ACCEPTED =
  '.pdf,application/pdf,image/jpeg,image/png,image/webp,image/avif,image/gif,image/bmp'

const ACCEPTED_OFFICE = `${ACCEPTED},.docx,.docm,.doc,.dotx,.odt,.ott,.rtf,.xlsx,.xlsm,.xls,.ods,.ots,.pptx,.pptm,.ppt,.ppsx,.odp,.otp`

const MAX_FILES = 100

/** Where the user chooses the file to sign, or several, which become one PDF. */
export function ChooseFile() {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [error, setError] = useState<string | null>(null)
  const { cancel, create, progress } = useNewDocument()
  const office = useOfficeSupport()
  const accept = office.isOffered ? ACCEPTED_OFFICE : ACCEPTED
  const isList = files.length > 0
  const add = async (added: File[]) => {
    setError(null)
    if (files.length + added.length > MAX_FILES)
      return setError(t('Choose at most {count} files.', { count: MAX_FILES }))
    const read = await Promise.all(
      added.map((file) => readFile(file, office.find).catch(asSentence)),
    )
    const usable = read.filter((one) => typeof one !== 'string')
    setError(read.find((one) => typeof one === 'string') ?? null)
    if (!isList && added.length === 1) return await create(usable, setError)
    setFiles((current) => [...current, ...usable.map((one) => ({ ...one, key: nextKey++ }))])
  }
  if (isList)
    return (
      <CombineFiles
        files={files}
        accept={accept}
        error={error}
        progress={progress}
        onChange={(changed) => {
          setError(null)
          setFiles(changed)
        }}
        onAdd={(added) => void add(added)}
        onCancel={() => {
          setError(null)
          if (progress === null) setFiles([])
          else cancel()
        }}
        onCreate={() => {
          setError(null)
          void create(files, setError)
        }}
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
        accept={accept}
        {...(office.isOffered ? withOfficeFiles() : withoutOfficeFiles())}
        disabled={progress !== null}
        error={error}
      />
      {progress !== null && (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-3">
          <p
            role="status"
            className="flex min-w-0 items-center gap-2 break-words text-ink-muted text-sm"
          >
            <Spinner />
            {progress}
          </p>
          <Button size="sm" onClick={cancel}>
            {t('Cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}

function withOfficeFiles() {
  return {
    title: t('Drop a PDF, an office file or pictures to sign'),
    touchTitle: t('Choose a PDF, an office file or pictures to sign'),
    hint: t(
      'Several files become one document. Up to 50 MB. Office files are converted on the server of this site. Other files stay on this device until you continue.',
    ),
  }
}

function withoutOfficeFiles() {
  return {
    title: t('Drop a PDF or pictures to sign'),
    touchTitle: t('Choose a PDF or pictures to sign'),
    hint: t(
      'Several files become one document. Up to 50 MB. Your files stay on this device until you continue.',
    ),
  }
}

let nextKey = 0

function asSentence(error: unknown): string {
  if (error instanceof UnusableChoice) return error.sentence
  throw error
}
