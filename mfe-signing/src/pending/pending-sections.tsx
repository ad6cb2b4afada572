import { listOthersPending, listOwnPending } from '@inkproof/protocol/calls/pending-requests'
import type { OwnPendingList } from '@inkproof/protocol/pending-requests'
import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Skeleton } from '@inkproof/ui/skeleton'
import { OthersRow } from './others-row.tsx'
import { OwnRow } from './own-row.tsx'
import { PendingList } from './pending-list.tsx'
import { type Pending, usePending } from './use-pending.ts'

/** Fills a slot of the dashboard: what waits for the user's signature, and for whom the workspace waits. */
export function Component() {
  const user = useSession((session) => session.user)
  if (!user) return null
  // The page before stays visible only for the same person.
  return <Sections key={`${user.id} ${user.workspaceId}`} workspaceId={user.workspaceId} />
}

function Sections({ workspaceId }: { workspaceId: string }) {
  const own = usePending(listOwnPending, workspaceId)
  const others = usePending(listOthersPending, workspaceId)
  if (own.query.isPending || others.query.isPending) return <LoadingLine />
  if (isEmpty(own) && isEmpty(others))
    return <p className="text-ink-muted">{t('No signing requests are waiting.')}</p>
  return (
    <div className="space-y-8">
      {!isEmpty(own) && (
        <PendingList
          pending={own}
          title={t('Needs my signature')}
          {...(needsCode(own) && {
            description: t('To sign or approve, you also need a code that you get by e-mail.'),
          })}
          failure={t('What needs your signature could not be loaded')}
          pages={t('Pages of what needs your signature')}
          Row={OwnRow}
        />
      )}
      {!isEmpty(others) && (
        <PendingList
          pending={others}
          title={t('Waiting for others')}
          failure={t('What waits for others could not be loaded')}
          pages={t('Pages of what waits for others')}
          Row={OthersRow}
        />
      )}
    </div>
  )
}

/** False after a failure: then it is not known. */
function isEmpty({ query }: Pending<{ total: number }>): boolean {
  return query.data?.total === 0
}

/** The user signs requests of their own workspace in the session, without a code. */
function needsCode({ query }: Pending<OwnPendingList>): boolean {
  return query.data?.requests.some(({ hasLink }) => hasLink) ?? false
}

function LoadingLine() {
  return (
    <div role="status">
      <span className="sr-only">{t('Loading signing requests')}</span>
      <Skeleton className="h-6 w-full max-w-sm" />
    </div>
  )
}
