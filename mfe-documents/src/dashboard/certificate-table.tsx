import type { AlteredCertificate, Certificate } from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@inkproof/ui/table'
import { Link } from 'react-router-dom'
import { StateBadge } from '../certificates/state-badge.tsx'
import { Timestamp } from '../certificates/timestamp.tsx'
import { useLiveHeads } from '../heads/use-heads.ts'

/** The certificates with their live states. On phones it does not scroll sideways. */
export function CertificateTable({ rows }: { rows: (Certificate | AlteredCertificate)[] }) {
  const state = useLiveHeads()
  const heads = 'heads' in state ? state.heads : null
  return (
    <Table caption={t('Your certificates')}>
      <TableHead className="max-sm:sr-only">
        <TableHeader>{t('Certificate')}</TableHeader>
        <TableHeader>{t('State')}</TableHeader>
        <TableHeader>{t('Certified')}</TableHeader>
        <TableHeader align="end">{t('Entry')}</TableHeader>
      </TableHead>
      <TableBody>
        {rows.map((row) =>
          'title' in row ? (
            <ShownRow key={row.id} certificate={row} heads={heads} />
          ) : (
            <AlteredRow key={row.id} index={row.index} />
          ),
        )}
      </TableBody>
    </Table>
  )
}

/** On phones a row is a block: title and file name, then state and entry, then the date. The entry wraps if needed. */
const ROW =
  'max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:justify-between max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:p-4 max-sm:[&>td]:h-auto max-sm:[&>td]:p-0'
const WIDE_CELL = 'min-w-0 max-sm:w-full'

function ShownRow({ certificate, heads }: { certificate: Certificate; heads: Heads | null }) {
  const { title, fileName, shareLink, index, revokedBy, certifiedAt } = certificate
  return (
    <TableRow className={ROW}>
      <TableCell className={`${WIDE_CELL} sm:min-w-48`}>
        <Link
          to={`/share/${shareLink}`}
          className="break-words font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {title}
        </Link>
        <span className="block max-w-sm truncate text-ink-faint">{fileName}</span>
      </TableCell>
      <TableCell>
        <StateBadge index={index} revokedBy={revokedBy} heads={heads} />
      </TableCell>
      <TableCell className={`${WIDE_CELL} text-ink-muted max-sm:order-last`}>
        <Timestamp time={certifiedAt} />
      </TableCell>
      <EntryCell index={index} />
    </TableRow>
  )
}

/** Shown instead of a certificate that does not match its entry: none of its stored data is shown. */
function AlteredRow({ index }: { index: number }) {
  return (
    <TableRow className={ROW}>
      <TableCell className={`${WIDE_CELL} sm:min-w-48`}>
        <span className="font-medium text-ink">{t('Altered in storage')}</span>
        <span className="block max-w-sm text-ink-faint">
          {t(
            'It no longer matches the public record. Do not rely on it; verify the file with its proof file and tell the operator.',
          )}
        </span>
      </TableCell>
      <TableCell>
        <Badge tone="danger">{t('Altered')}</Badge>
      </TableCell>
      <TableCell className={`${WIDE_CELL} text-ink-muted max-sm:order-last`}>
        {t('Not shown')}
      </TableCell>
      <EntryCell index={index} />
    </TableRow>
  )
}

/** The number's column header is hidden on phones, so the number is labeled there. */
function EntryCell({ index }: { index: number }) {
  return (
    <TableCell
      align="end"
      data-label={t('Entry')}
      className="max-sm:before:mr-1.5 max-sm:before:text-ink-faint max-sm:before:content-[attr(data-label)]"
    >
      {index}
    </TableCell>
  )
}
