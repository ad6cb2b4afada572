import type { SentEmail, SentEmails } from '@inkproof/protocol/mail'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { Badge, type BadgeTone } from '@inkproof/ui/badge'
import { Card } from '@inkproof/ui/card'
import { EmptyState } from '@inkproof/ui/empty-state'
import { ErrorState } from '@inkproof/ui/error-state'
import { Skeleton } from '@inkproof/ui/skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import { Mail } from 'lucide-react'

const STATES: Record<SentEmail['state'], { tone: BadgeTone; label: string }> = {
  due: { tone: 'accent', label: t('Queued') },
  sent: { tone: 'success', label: t('Accepted by the server') },
  refused: { tone: 'danger', label: t('Rejected') },
}

/** The latest e-mails sent to the user; the list stays visible if a refetch fails. */
export function SentList({
  list: { data, isError, refetch },
}: {
  list: UseQueryResult<SentEmails>
}) {
  if (data === undefined && isError) {
    return (
      <ErrorState title={t('Your e-mails could not be loaded')} onRetry={() => void refetch()}>
        {t('The mail service did not respond.')}
      </ErrorState>
    )
  }
  if (data === undefined) return <Skeleton className="h-44 w-full rounded-xl" />
  if (data.mails.length === 0) {
    return (
      <Card padding="none">
        <EmptyState icon={<Mail />} title={t('No e-mails sent to you yet')}>
          {t(
            'E-mails sent to you by this installation appear here, with the mail server’s response.',
          )}
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card asChild padding="none">
      <ul aria-label={t('E-mails sent to you')} className="divide-y divide-line">
        {data.mails.map((mail) => (
          <Row key={mail.id} mail={mail} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ mail }: { mail: SentEmail }) {
  const { subject, to, at, state, answer } = mail
  const { tone, label } = STATES[state]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-4 md:px-6">
      <div className="min-w-0 flex-1 basis-64 space-y-0.5">
        <p className="break-words font-medium text-ink" translate="no">
          {subject}
        </p>
        <p className="break-words text-ink-muted text-sm">
          {rich('To {to} · {at}', { to, at: <time dateTime={at}>{formatDateTime(at)}</time> })}
        </p>
        {answer && (
          <p className="break-words text-ink-faint text-sm" translate="no">
            {answer}
          </p>
        )}
      </div>
      <Badge tone={tone} dot={state === 'due'}>
        {label}
      </Badge>
    </li>
  )
}
