import { MAX_PENDING_TOTAL } from '@inkproof/protocol/pending-requests'
import { t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { Card } from '@inkproof/ui/card'
import { ErrorState } from '@inkproof/ui/error-state'
import { type ComponentType, useId } from 'react'
import { failureOf } from '../signing/failure.ts'
import type { Pending } from './use-pending.ts'

type PendingListProps<Request> = {
  pending: Pending<{ requests: Request[]; total: number; next: string | null }>
  title: string
  description?: string
  /** Headline if it could not be loaded. */
  failure: string
  /** Name of the page buttons. */
  pages: string
  Row: ComponentType<{ request: Request }>
}

/** A list of requests with its number. A failure after the first response does not replace what is shown. */
export function PendingList<Request extends { id: string }>(props: PendingListProps<Request>) {
  const { description, failure, pending, Row, title } = props
  const { query } = pending
  const titleId = useId()
  if (query.data === undefined)
    return (
      <ErrorState title={failure} onRetry={() => void query.refetch()} busy={query.isFetching}>
        {failureOf(query.error).message}
      </ErrorState>
    )
  const { requests, total } = query.data
  return (
    <section aria-labelledby={titleId}>
      <div className="mb-4 space-y-1">
        <h2
          id={titleId}
          className="flex flex-wrap items-center gap-x-2.5 font-medium text-2xl text-ink tracking-tighter"
        >
          {title}
          <Badge tone="accent">
            {total < MAX_PENDING_TOTAL ? total : `${MAX_PENDING_TOTAL - 1}+`}
          </Badge>
        </h2>
        {description && <p className="text-ink-muted">{description}</p>}
      </div>
      {requests.length > 0 && (
        <Card asChild padding="none">
          <ul className="divide-y divide-line">
            {requests.map((request) => (
              <li key={request.id} className="p-4">
                <Row request={request} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <PageButtons pending={pending} label={props.pages} />
    </section>
  )
}

type PageButtonsProps = { pending: Pending<{ next: string | null }>; label: string }

function PageButtons({ label, pending }: PageButtonsProps) {
  const { isFirst, query, showNewer, showOlder } = pending
  const next = query.data?.next ?? null
  // Until the next page is there, its cursor is not known either.
  const isLoading = query.isPlaceholderData
  if (isFirst && next === null) return null
  return (
    <nav aria-label={label} className="mt-3 flex justify-between gap-2">
      <Button size="sm" disabled={isFirst || isLoading} onClick={showNewer}>
        {t('Newer')}
      </Button>
      <Button
        size="sm"
        disabled={next === null || isLoading}
        onClick={() => next !== null && showOlder(next)}
      >
        {t('Older')}
      </Button>
    </nav>
  )
}
