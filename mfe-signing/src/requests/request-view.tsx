import { showEnvelope } from '@inkproof/protocol/calls/envelopes'
import type { Envelope } from '@inkproof/protocol/envelopes'
import { openAuth, useSession } from '@inkproof/slice'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { useSignInFirst } from '@inkproof/slice-parts/use-sign-in-first'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { EmptyState } from '@inkproof/ui/empty-state'
import { ErrorState } from '@inkproof/ui/error-state'
import { focusPage } from '@inkproof/ui/focus-page'
import { PageHeader } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { LockKeyhole } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { failureOf } from '../signing/failure.ts'
import { removeEnvelope } from '../signing/signing-db.ts'
import { SigningView } from '../signing/signing-view.tsx'
import { CompletingView } from './completing-view.tsx'
import { DraftView } from './draft-view.tsx'
import { EndedView } from './ended-view.tsx'
import { FinishedView } from './finished-view.tsx'
import { StateBadge } from './state-badge.tsx'
import { StepList } from './step-list.tsx'

/** While a document changes without the user, in milliseconds. */
const POLL_INTERVAL_MS = 1_000

/** One document of the workspace, in its current state. */
export function RequestView({ id }: { id: string }) {
  useSignInFirst()
  const status = useSession((session) => session.status)
  const workspaceId = useSession((session) => session.user?.workspaceId)
  const query = usePersonalQuery(queryOf(showEnvelope, { params: { id } }), {
    workspaceId,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data && isChanging(state.data) ? POLL_INTERVAL_MS : false,
  })
  if (status === 'signed-out') return <SignedOut />
  if (query.data) return <LoadedRequest envelope={query.data} />
  if (query.isError) {
    const { code, message } = failureOf(query.error)
    const isMissing = code === 'ENVELOPE_NOT_FOUND'
    return (
      <>
        <PageHeader eyebrow={t('Sign documents')} title={t('Document')} />
        <ErrorState
          title={
            isMissing ? t('This document does not exist') : t('The document could not be loaded')
          }
          {...(isMissing ? {} : { onRetry: () => void query.refetch() })}
          busy={query.isFetching}
          actions={<AllDocuments />}
        >
          {message}
        </ErrorState>
      </>
    )
  }
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">{t('Loading the document')}</span>
      <Skeleton className="h-16 w-2/3 rounded-lg" />
      <Skeleton className="h-72 w-full rounded-xl" />
    </div>
  )
}

/** Whether the service is still finishing the document, or adding steps to the record. */
function isChanging({ state, steps }: Envelope): boolean {
  return state === 'completing' || steps.some(({ index }) => index === null)
}

const ENDED: readonly Envelope['state'][] = ['completed', 'voided', 'expired']

function LoadedRequest({ envelope }: { envelope: Envelope }) {
  const { id, state } = envelope
  useEffect(() => {
    if (ENDED.includes(state)) void removeEnvelope(id)
  }, [id, state])
  useTopWhenSigned(state)
  return (
    <>
      <PageHeader
        eyebrow={t('Sign documents')}
        title={<span className="break-words">{titleOf(envelope)}</span>}
        lead={<StateBadge state={envelope.state} />}
        actions={<AllDocuments />}
      />
      <div className="space-y-10">
        <CurrentState envelope={envelope} />
        <StepList envelope={envelope} />
      </div>
    </>
  )
}

/** The review is long, and what replaces it is short: shows it from its top, with the focus on its heading. */
function useTopWhenSigned(state: Envelope['state']): void {
  const previous = useRef(state)
  useEffect(() => {
    if (previous.current === 'signing' && state !== 'signing') {
      scrollTo(0, 0)
      focusPage()
    }
    previous.current = state
  }, [state])
}

function CurrentState({ envelope }: { envelope: Envelope }) {
  const { basis, finished, state } = envelope
  switch (state) {
    case 'draft':
      return <DraftView envelope={envelope} />
    case 'signing':
      return basis && <SigningView envelope={envelope} basis={basis} />
    case 'completing':
      return <CompletingView envelope={envelope} />
    case 'completed':
      return finished && <FinishedView envelope={envelope} finished={finished} />
    default:
      return <EndedView envelope={envelope} />
  }
}

/** A draft has no title yet. */
function titleOf({ document, title }: Envelope): string {
  return title === '' ? document.fileName : title
}

function AllDocuments() {
  return (
    <Button asChild size="sm" variant="ghost">
      <Link to="/document-signing">{t('All documents')}</Link>
    </Button>
  )
}

function SignedOut() {
  return (
    <>
      <PageHeader eyebrow={t('Sign documents')} title={t('Document')} />
      <EmptyState
        icon={<LockKeyhole />}
        title={t('Sign in to see this document')}
        action={
          <Button variant="primary" onClick={() => void openAuth()}>
            {t('Sign in')}
          </Button>
        }
      >
        {t('This document belongs to a workspace. Sign in with an account that can access it.')}
      </EmptyState>
    </>
  )
}
