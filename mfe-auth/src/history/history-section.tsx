import type { HistoryEvent } from '@inkproof/protocol/profile'
import { loadedOf, NO_REASON } from '@inkproof/slice-parts/personal-query'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { formatUtc } from '@inkproof/texts/format-utc'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { ErrorState } from '@inkproof/ui/error-state'
import { Skeleton } from '@inkproof/ui/skeleton'
import { FormError } from '../forms/form-error.tsx'
import { describeEvent } from './describe-event.ts'
import { useHistory } from './use-history.ts'

/** The account's history, newest first. */
export function Component() {
  const query = useHistory()
  const { isFetchNextPageError, isFetchingNextPage, hasNextPage } = query
  // While older events load or fail to load, the newer ones stay visible.
  const isLoadingOlder = isFetchNextPageError || isFetchingNextPage
  const history = loadedOf(isLoadingOlder ? { ...query, error: null } : query)
  if (history.status === 'failed') {
    return (
      <ErrorState
        title={t('Your history could not be loaded')}
        onRetry={() => void query.refetch()}
      >
        {history.reason}
      </ErrorState>
    )
  }
  if (history.status === 'loading') return <LoadingSkeleton />
  const events = history.data.pages.flatMap((page) => page.events)
  if (events.length === 0) return <EmptyHistory />
  return (
    <Card padding="none">
      <ol
        className="divide-y divide-line px-5 md:px-6"
        aria-label={t('Account activity, newest first')}
      >
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
      {isFetchNextPageError && (
        <div className="px-5 pb-4 md:px-6">
          <FormError error={query.error?.message || NO_REASON} />
        </div>
      )}
      {hasNextPage && (
        <div className="border-line border-t px-5 py-3 md:px-6">
          <Button
            size="sm"
            variant="ghost"
            busy={isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('Show older activity')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function EventRow({ event }: { event: HistoryEvent }) {
  const { title, detail } = describeEvent(event)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-3.5">
      <div className="min-w-0">
        <p className="font-medium text-ink">{title}</p>
        {detail && <p className="break-words text-ink-muted text-sm">{detail}</p>}
      </div>
      <time
        dateTime={event.at}
        title={formatUtc(event.at)}
        className="shrink-0 text-ink-faint text-sm tabular-nums"
      >
        {formatDateTime(event.at)}
      </time>
    </li>
  )
}

function EmptyHistory() {
  return (
    <Card>
      <p className="text-ink-muted">
        {t(
          'Nothing yet. New devices, password changes and other important account activity will appear here.',
        )}
      </p>
    </Card>
  )
}

function LoadingSkeleton() {
  return (
    <Card>
      <div role="status" aria-label={t('Loading your history')} className="space-y-5">
        {['first', 'second', 'third'].map((row) => (
          <div key={row} className="space-y-2">
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-3.5 w-36" />
          </div>
        ))}
      </div>
    </Card>
  )
}
