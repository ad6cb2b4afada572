import { t } from '@inkproof/texts/text'
import { PageHeader } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useEffect } from 'react'
import type { Draft, ReadyDraft } from './draft.ts'
import { resetEditorUi } from './editor-ui.store.ts'
import { OpenFailure } from './open-failure.tsx'
import { OpenedEditor } from './opened-editor.tsx'
import { usePdf } from './use-pdf.ts'

type EditorProps = {
  draft: Draft
  file: File
  /** Called when nothing is missing. */
  onContinue: (draft: ReadyDraft) => void
}

/** Where the user places the fields of a document and fills them in. */
export function Editor({ draft, file, onContinue }: EditorProps) {
  const state = usePdf(file)
  useEffect(() => resetEditorUi, [])
  if (state.status === 'failed')
    return (
      <>
        <PageHeader title={t('Prepare your document')} />
        <OpenFailure reason={state.reason} />
      </>
    )
  if (state.status === 'opening')
    return (
      <div>
        <h1 className="mb-6 font-medium text-2xl text-ink tracking-tighter">
          {t('Prepare your document')}
        </h1>
        <p role="status" className="sr-only">
          {t('Opening the document')}
        </p>
        <Skeleton className="h-[70vh] w-full rounded-lg" />
      </div>
    )
  return <OpenedEditor draft={draft} file={file} pdf={state.pdf} onContinue={onContinue} />
}
