import { downloadAttachment, showEnvelope } from '@inkproof/protocol/calls/envelopes'
import type { Envelope } from '@inkproof/protocol/envelopes'
import { openAuth, type Session, useSession } from '@inkproof/slice'
import { call } from '@inkproof/slice-parts/call'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { useSignInFirst } from '@inkproof/slice-parts/use-sign-in-first'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { EmptyState } from '@inkproof/ui/empty-state'
import { ErrorState } from '@inkproof/ui/error-state'
import { focusPage } from '@inkproof/ui/focus-page'
import { PageHeader, Section } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { LockKeyhole } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { enteredForRequest, removeEnteredFor } from '../filling/entered-db.ts'
import { isSentToOthers } from '../recipients/is-sent-to-others.ts'
import { AttachmentList } from '../signing/attachment-list.tsx'
import { failureOf } from '../signing/failure.ts'
import { removeEnvelope } from '../signing/signing-db.ts'
import { CompletingView } from './completing-view.tsx'
import { DraftView } from './draft-view.tsx'
import { EndedView } from './ended-view.tsx'
import { FinishedView } from './finished-view.tsx'
import { RecipientSection } from './recipient-section.tsx'
import { SentView } from './sent-view.tsx'
import { SigningView } from './signing-view.tsx'
import { StateBadge } from './state-badge.tsx'
import { StepList } from './step-list.tsx'
import { isYourTurn } from './turn.ts'

/** While the service works on a document, in milliseconds. */
const POLL_INTERVAL_MS = 1_000
/** While other people can act, in milliseconds. */
const WAIT_INTERVAL_MS = 5_000

/** One document of the workspace, in its current state. */
export function RequestView({ id }: { id: string }) {
  useSignInFirst()
  const status = useSession((session) => session.status)
  const workspaceId = useSession((session) => session.user?.workspaceId)
  const query = usePersonalQuery(queryOf(showEnvelope, { params: { id } }), {
    workspaceId,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => state.data !== undefined && intervalFor(state.data),
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

/** How soon the document may change without the user, in milliseconds; false if it cannot. */
function intervalFor(envelope: Envelope): number | false {
  const { state, steps } = envelope
  if (state === 'completing' || steps.some(({ index }) => index === null)) return POLL_INTERVAL_MS
  return state === 'signing' && isSentToOthers(envelope) ? WAIT_INTERVAL_MS : false
}

const ENDED: readonly Envelope['state'][] = ['completed', 'declined', 'voided', 'expired']

function LoadedRequest({ envelope }: { envelope: Envelope }) {
  const { id, state } = envelope
  useEffect(() => {
    if (!ENDED.includes(state)) return
    void removeEnvelope(id)
    void removeEnteredFor(enteredForRequest(id))
  }, [id, state])
  const isReviewing = isReviewed(envelope, useSession(isViewer))
  useTopWhenDone(isReviewing)
  return (
    <>
      <PageHeader
        eyebrow={t('Sign documents')}
        title={<span className="break-words">{titleOf(envelope)}</span>}
        lead={<StateBadge envelope={envelope} />}
        actions={<AllDocuments />}
      />
      <div className="space-y-10">
        <CurrentState envelope={envelope} />
        {/* The review has its own list, with what was checked. */}
        {envelope.attachments && !isReviewing && (
          <Section ruled title={t('Attachments')}>
            <AttachmentList
              attachments={envelope.attachments}
              fields={envelope.fields}
              people={envelope.recipients}
              load={(field) => call(downloadAttachment, { params: { id, field } })}
            />
          </Section>
        )}
        {state !== 'draft' && isSentToOthers(envelope) && <RecipientSection envelope={envelope} />}
        <StepList envelope={envelope} />
      </div>
    </>
  )
}

/** The review is long, and what replaces it is short: shows it from its top, with the focus on its heading. */
function useTopWhenDone(isReviewing: boolean): void {
  const wasReviewing = useRef(isReviewing)
  useEffect(() => {
    if (wasReviewing.current && !isReviewing) {
      scrollTo(0, 0)
      focusPage()
    }
    wasReviewing.current = isReviewing
  }, [isReviewing])
}

/** Whether the page shows the document for the user's own signature or approval. */
function isReviewed(envelope: Envelope, isViewing: boolean): boolean {
  return envelope.state === 'signing' && !isViewing && isYourTurn(envelope)
}

function isViewer({ user }: Session): boolean {
  return user?.role === 'viewer'
}

function CurrentState({ envelope }: { envelope: Envelope }) {
  const { basis, finished, state } = envelope
  const isViewing = useSession(isViewer)
  switch (state) {
    case 'draft':
      return <DraftView envelope={envelope} />
    case 'signing':
      return basis && isReviewed(envelope, isViewing) ? (
        <SigningView envelope={envelope} basis={basis} />
      ) : (
        <SentView envelope={envelope} />
      )
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
