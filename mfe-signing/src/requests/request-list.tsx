import { listEnvelopes } from '@inkproof/protocol/calls/envelopes'
import type { EnvelopeList, EnvelopeSummary, EnvelopesQuery } from '@inkproof/protocol/envelopes'
import { useSession } from '@inkproof/slice'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { t } from '@inkproof/texts/text'
import { EmptyState } from '@inkproof/ui/empty-state'
import { ErrorState } from '@inkproof/ui/error-state'
import { Section } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { FileSignature } from 'lucide-react'
import { useState } from 'react'
import { PageButtons } from '../lists/page-buttons.tsx'
import { useCursors } from '../lists/use-cursors.ts'
import { failureOf } from '../signing/failure.ts'
import { FilterBar } from './filter-bar.tsx'
import type { ListFilter } from './list-filter.ts'
import { QuotaNote } from './quota-note.tsx'
import { RequestTable } from './request-table.tsx'

/** The workspace's documents, newest first. Nothing for visitors. */
export function RequestList() {
  const workspaceId = useSession((session) => session.user?.workspaceId)
  if (workspaceId === undefined) return null
  return (
    <Section ruled title={t('Your documents')}>
      <Rows key={workspaceId} workspaceId={workspaceId} />
      <QuotaNote workspaceId={workspaceId} />
    </Section>
  )
}

/** While a document of the page is being finished, in milliseconds. */
const POLL_INTERVAL_MS = 3_000

function Rows({ workspaceId }: { workspaceId: string }) {
  const [filter, setFilter] = useState<ListFilter>('all')
  const cursors = useCursors()
  const list = usePersonalQuery(
    queryOf(listEnvelopes, { query: queryFor(filter, cursors.cursor) }),
    {
      workspaceId,
      refetchOnMount: 'always',
      refetchInterval: ({ state }) =>
        state.data?.envelopes.some(isBeingFinished) ? POLL_INTERVAL_MS : false,
    },
  )
  const isWhole = filter === 'all' && cursors.isFirst
  if (isWhole && list.data?.envelopes.length === 0) return <NoDocuments />

  function choose(chosen: ListFilter): void {
    setFilter(chosen)
    cursors.showFirst()
  }

  return (
    <div className="space-y-4">
      {!(isWhole && list.data === undefined) && <FilterBar filter={filter} onChange={choose} />}
      <PageOfRows list={list} />
      {list.data && (
        <PageButtons cursors={cursors} label={t('Pages of your documents')} next={list.data.next} />
      )}
    </div>
  )
}

function queryFor(filter: ListFilter, cursor: string | undefined): EnvelopesQuery {
  return { ...(filter !== 'all' && { show: filter }), ...(cursor !== undefined && { cursor }) }
}

function PageOfRows({ list }: { list: ReturnType<typeof usePersonalQuery<EnvelopeList>> }) {
  if (list.isPending) return <LoadingRows />
  if (list.isError)
    return (
      <ErrorState
        title={t('Your documents could not be loaded')}
        onRetry={() => void list.refetch()}
        busy={list.isFetching}
      >
        {failureOf(list.error).message}
      </ErrorState>
    )
  const { envelopes } = list.data
  return envelopes.length > 0 ? (
    <RequestTable envelopes={envelopes} />
  ) : (
    <p role="status" className="py-8 text-center text-ink-muted">
      {t('No documents with this filter.')}
    </p>
  )
}

function isBeingFinished({ state }: EnvelopeSummary): boolean {
  return state === 'completing'
}

function NoDocuments() {
  return (
    <EmptyState icon={<FileSignature />} title={t('No documents yet')}>
      {t('Documents that you sign or send appear here.')}
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
