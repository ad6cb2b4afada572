import { listEnvelopes } from '@inkproof/protocol/calls/envelopes'
import type { EnvelopeSummary } from '@inkproof/protocol/envelopes'
import { useSession } from '@inkproof/slice'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { EmptyState } from '@inkproof/ui/empty-state'
import { ErrorState } from '@inkproof/ui/error-state'
import { Section } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { FileSignature } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '../signing/failure.ts'
import { RequestTable } from './request-table.tsx'

/** The workspace's documents, newest first. Nothing for visitors. */
export function RequestList() {
  const workspaceId = useSession((session) => session.user?.workspaceId)
  if (workspaceId === undefined) return null
  return (
    <Section ruled title={t('Your documents')}>
      <Rows key={workspaceId} workspaceId={workspaceId} />
    </Section>
  )
}

/** While a document of the page is being finished, in milliseconds. */
const POLL_INTERVAL_MS = 3_000

function Rows({ workspaceId }: { workspaceId: string }) {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const cursor = cursors.at(-1)
  const query = cursor === undefined ? {} : { cursor }
  const list = usePersonalQuery(queryOf(listEnvelopes, { query }), {
    workspaceId,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.envelopes.some(isBeingFinished) ? POLL_INTERVAL_MS : false,
  })
  if (list.isPending) return <LoadingRows />
  if (list.isError) {
    return (
      <ErrorState
        title={t('Your documents could not be loaded')}
        onRetry={() => void list.refetch()}
        busy={list.isFetching}
      >
        {failureOf(list.error).message}
      </ErrorState>
    )
  }
  const { envelopes, next } = list.data
  const isFirst = cursors.length === 1
  if (envelopes.length === 0 && isFirst) return <NoDocuments />
  return (
    <div className="space-y-4">
      <RequestTable envelopes={envelopes} />
      {(!isFirst || next !== null) && (
        <nav aria-label={t('Pages of your documents')} className="flex justify-between gap-2">
          <Button
            size="sm"
            disabled={isFirst}
            onClick={() => setCursors((old) => old.slice(0, -1))}
          >
            {t('Newer')}
          </Button>
          <Button
            size="sm"
            disabled={next === null}
            onClick={() => next !== null && setCursors((old) => [...old, next])}
          >
            {t('Older')}
          </Button>
        </nav>
      )}
    </div>
  )
}

function isBeingFinished({ state }: EnvelopeSummary): boolean {
  return state === 'completing'
}

function NoDocuments() {
  return (
    <EmptyState icon={<FileSignature />} title={t('No documents yet')}>
      {t('Documents that you sign appear here.')}
    </EmptyState>
  )
}

function LoadingRows() {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{t('Loading your documents')}</span>
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} className="h-14 w-full rounded-lg" />
      ))}
    </div>
  )
}
