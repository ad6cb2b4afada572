import { MAX_PENDING_TOTAL } from '@inkproof/protocol/pending-requests'
import { Badge } from '@inkproof/ui/badge'
import { Card } from '@inkproof/ui/card'
import { ErrorState } from '@inkproof/ui/error-state'
import { type ComponentType, useId } from 'react'
import { PageButtons } from '../lists/page-buttons.tsx'
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
      <PageButtons
        className="mt-3"
        cursors={pending}
        label={props.pages}
        next={query.data.next}
        isLoading={query.isPlaceholderData}
      />
    </section>
  )
}
