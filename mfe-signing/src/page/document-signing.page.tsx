import { t } from '@inkproof/texts/text'
import { Page, PageHeader } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ChooseFile } from '../editor/choose-file.tsx'
import { restoreDrafts, useDraft } from '../editor/draft.store.ts'
import type { ReadyDraft } from '../editor/draft.ts'
import { Editor } from '../editor/editor.tsx'
import { RequestList } from '../requests/request-list.tsx'
import { RequestView } from '../requests/request-view.tsx'
import { StartSigning } from '../signing/start-signing.tsx'
import { Benefits } from './benefits.tsx'

/** Prepares a document, or shows the signing request in `?envelope=`. */
export function Component() {
  const [search] = useSearchParams()
  const envelope = search.get('envelope')
  if (envelope === null) return <Preparation />
  return (
    <Page>
      <RequestView key={envelope} id={envelope} />
    </Page>
  )
}

function Preparation() {
  const [, setSearch] = useSearchParams()
  const [ready, setReady] = useState<ReadyDraft | null>(null)
  const state = useDraft()
  useEffect(() => void restoreDrafts(), [])
  if (ready !== null)
    return (
      <Page>
        <PageHeader eyebrow={t('Sign')} title={ready.title} />
        <StartSigning
          draft={ready}
          onBack={() => setReady(null)}
          onStarted={(envelope) => setSearch({ envelope })}
        />
      </Page>
    )
  if (state.status === 'open' && state.draft !== null)
    return (
      <Page width="full">
        <Editor
          key={state.draft.id}
          draft={state.draft}
          file={state.file}
          onContinue={(draft) => {
            scrollTo(0, 0)
            setReady(draft)
          }}
        />
      </Page>
    )
  return <Start isRestoring={state.status === 'restoring'} />
}

function Start({ isRestoring }: { isRestoring: boolean }) {
  return (
    <Page>
      <PageHeader
        eyebrow={t('Sign')}
        title={t('Sign documents')}
        lead={t(
          'Sign a PDF yourself, or send it to others for signature. Anyone can verify the result, now and in many years.',
        )}
      />
      {isRestoring ? <Skeleton className="h-80 w-full rounded-xl" /> : <ChooseFile />}
      <Benefits />
      <RequestList />
    </Page>
  )
}
