import type { EnvelopeSummary } from '@inkproof/protocol/envelopes'
import { useSession } from '@inkproof/slice'
import { formatDateTime } from '@inkproof/texts/format-date-time'
import { t } from '@inkproof/texts/text'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@inkproof/ui/table'
import { Link } from 'react-router-dom'
import { mustAct } from '../recipients/must-act.ts'
import { DiscardButton } from '../signing/discard-button.tsx'
import { StateBadge } from './state-badge.tsx'

/** Documents with their states. On phones it does not scroll sideways. */
export function RequestTable({ envelopes }: { envelopes: EnvelopeSummary[] }) {
  const isViewer = useSession(({ user }) => user?.role === 'viewer')
  return (
    <Table caption={t('Your documents')}>
      <TableHead className="max-sm:sr-only">
        <TableHeader>{t('Document')}</TableHeader>
        <TableHeader>{t('State')}</TableHeader>
        <TableHeader>{t('Recipients')}</TableHeader>
        <TableHeader>{t('Date')}</TableHeader>
        <TableHeader align="end">
          <span className="sr-only">{t('Actions')}</span>
        </TableHeader>
      </TableHead>
      <TableBody>
        {envelopes.map((envelope) => (
          <Row key={envelope.id} envelope={envelope} canWrite={!isViewer} />
        ))}
      </TableBody>
    </Table>
  )
}

/** On phones a row is a block: title, then state and date, then signer. */
const ROW =
  'max-sm:grid max-sm:grid-cols-[auto_1fr] max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:p-4 max-sm:[&>td]:h-auto max-sm:[&>td]:p-0'
const WIDE_CELL = 'min-w-0 max-sm:col-span-2'

function Row({ canWrite, envelope }: { canWrite: boolean; envelope: EnvelopeSummary }) {
  const { createdAt, endedAt, id, recipients, state, title } = envelope
  const time = endedAt ?? createdAt
  return (
    <TableRow className={ROW}>
      <TableCell className={`${WIDE_CELL} sm:min-w-48`}>
        <Link
          to={`/document-signing?envelope=${id}`}
          className="break-words font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {title === '' ? t('Untitled draft') : title}
        </Link>
      </TableCell>
      <TableCell>
        <StateBadge envelope={envelope} />
      </TableCell>
      <TableCell
        className={`${WIDE_CELL} break-words text-ink-muted max-sm:order-1 max-sm:empty:hidden`}
      >
        {recipients.map(({ name }) => name).join(', ')}
        <Progress envelope={envelope} />
      </TableCell>
      <TableCell className="text-ink-muted max-sm:text-right">
        <time dateTime={time}>{formatDateTime(time)}</time>
      </TableCell>
      <TableCell align="end" className="max-sm:order-2 max-sm:col-span-2 max-sm:empty:hidden">
        {state === 'draft' && canWrite && <DiscardButton envelope={envelope} size="sm" />}
      </TableCell>
    </TableRow>
  )
}

/** How many people have signed or approved. */
function Progress({ envelope: { recipients, state } }: { envelope: EnvelopeSummary }) {
  const acting = recipients.filter(mustAct)
  if (state !== 'signing' || acting.length < 2) return null
  const done = acting.filter((recipient) => recipient.state === 'done').length
  return (
    <span className="block text-ink-faint text-sm">
      {t('{done} of {count} done', { done, count: acting.length })}
    </span>
  )
}
