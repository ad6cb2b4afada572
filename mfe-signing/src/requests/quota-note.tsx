import { showQuota } from '@inkproof/protocol/calls/quotas'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'

/** How much of the workspace's monthly quota is used; nothing if it is unlimited or could not be loaded. */
export function QuotaNote({ workspaceId }: { workspaceId: string }) {
  const { data } = usePersonalQuery(queryOf(showQuota), { workspaceId, refetchOnMount: 'always' })
  if (!data || data.limit === null) return null
  const { limit, used, resetsAt } = data
  const values = { used, limit, time: formatDateTime(resetsAt, { showZone: true }) }
  return (
    <p className="mt-4 text-sm text-ink-muted">
      {used < limit
        ? t('Signing requests this month: {used} of {limit}.', values)
        : t(
            'Signing requests this month: {used} of {limit}. More are available from {time}.',
            values,
          )}
    </p>
  )
}
