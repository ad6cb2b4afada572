import { formatBytes } from '@inkproof/texts/format'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { DropZone } from '@inkproof/ui/drop-zone'
import { Spinner } from '@inkproof/ui/spinner'
import { useEffect, useRef } from 'react'
import { type ChosenFile, ChosenFiles } from './chosen-files.tsx'

type CombineFilesProps = {
  files: readonly ChosenFile[]
  /** As the `accept` attribute of a file input. */
  accept: string
  error: string | null
  /** What is being done; null if nothing is. */
  progress: string | null
  onChange: (files: readonly ChosenFile[]) => void
  onAdd: (files: File[]) => void
  /** Ends what is being done, or leaves. */
  onCancel: () => void
  onCreate: () => void
}

/** Where several files are put in order before they become one document. */
export function CombineFiles(props: CombineFilesProps) {
  const { files, accept, error, progress, onChange, onAdd, onCancel, onCreate } = props
  const isBusy = progress !== null
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  return (
    <section className="space-y-4">
      <div>
        <h2
          ref={heading}
          tabIndex={-1}
          className="font-medium text-ink text-xl tracking-tight outline-none"
        >
          {t('Combine files')}
        </h2>
        <p className="mt-1 text-ink-muted text-sm">
          {t('They become one document, which everyone signs as a whole.')}
        </p>
      </div>
      <ChosenFiles files={files} onChange={onChange} disabled={isBusy} />
      <DropZone
        size="sm"
        onFiles={onAdd}
        folders={false}
        accept={accept}
        title={t('Add files')}
        disabled={isBusy}
        error={error}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" disabled={isBusy} onClick={onCreate}>
          {t('Create document')}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <p role="status" className="flex items-center gap-2 text-ink-muted text-sm">
          {isBusy ? (
            <>
              <Spinner />
              {progress}
            </>
          ) : (
            formatBytes(bytes)
          )}
        </p>
      </div>
    </section>
  )
}
