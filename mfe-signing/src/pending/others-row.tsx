import type { OthersPending } from '@inkproof/protocol/pending-requests'
import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Link } from 'react-router-dom'
import { RemindButton } from '../requests/remind-button.tsx'
import { Expiry, Since } from './pending-time.tsx'

/** A request that waits for others, with those it waits for. Viewers of the workspace cannot send reminders. */
export function OthersRow({ request }: { request: OthersPending }) {
  const { expiresAt, id, morePeople, people, title } = request
  const isViewer = useSession(({ user }) => user?.role === 'viewer')
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <Link
          to={`/document-signing?envelope=${id}`}
          className="min-w-0 break-words font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {title}
        </Link>
        <span className="text-ink-faint text-sm">
          <Expiry time={expiresAt} />
        </span>
      </div>
      <ul className="space-y-2" aria-label={t('Waiting for')}>
        {people.map(({ hasLink, id: recipient, name, since }) => (
          <li
            key={recipient}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm"
          >
            <span className="flex min-w-0 flex-1 basis-60 flex-wrap gap-x-3">
              <span className="min-w-0 break-words text-ink">{name}</span>
              <span className="text-ink-faint">
                <Since time={since} />
              </span>
            </span>
            {hasLink && !isViewer && (
              <RemindButton envelope={{ id }} recipient={{ id: recipient, name }} />
            )}
          </li>
        ))}
        {morePeople > 0 && (
          <li className="text-ink-muted text-sm">{t('and {count} more', { count: morePeople })}</li>
        )}
      </ul>
    </div>
  )
}
