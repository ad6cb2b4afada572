import { listCertificates } from '@inkproof/protocol/calls/certificates'
import type {
  AlteredCertificate,
  Certificate,
  CertificateList,
} from '@inkproof/protocol/certificates'
import type { Heads } from '@inkproof/protocol/log'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { t } from '@inkproof/texts/text'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { EmptyState } from '@inkproof/ui/empty-state'
import { ErrorState } from '@inkproof/ui/error-state'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Pagination } from '@inkproof/ui/pagination'
import { Skeleton } from '@inkproof/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@inkproof/ui/table'
import { FileCheck2, Search } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { errorMessage } from '../certificates/error-message.ts'
import { StateBadge } from '../certificates/state-badge.tsx'
import { Timestamp } from '../certificates/timestamp.tsx'
import { useLiveHeads } from '../heads/use-heads.ts'

type Props = { workspaceId: string }

/** The list of certificates, paged by cursor. */
export function CertificateRows({ workspaceId }: Props) {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const cursor = cursors.at(-1)
  const list = usePersonalQuery(queryOf(listCertificates, { query: { cursor } }), {
    workspaceId,
    // Refetched to include new certificates.
    refetchOnMount: 'always',
  })

  function goTo(page: number) {
    const next = list.data?.next ?? null
    setCursors((old) => (page > old.length && next !== null ? [...old, next] : old.slice(0, page)))
  }

  if (list.isPending) return <LoadingRows />
  if (list.isError) {
    return (
      <ErrorState
        title={t('Your certificates could not be loaded')}
        onRetry={() => void list.refetch()}
        busy={list.isFetching}
      >
        {errorMessage(list.error)}
      </ErrorState>
    )
  }
  if (list.data.total === 0) return <NoCertificates />
  const isLast = list.data.next === null
  const pageCount = isLast ? cursors.length : Math.max(cursors.length + 1, pagesIn(list.data))
  return (
    <>
      <FilteredTable list={list.data} />
      {pageCount > 1 && (
        <Pagination
          label={t('Certificates')}
          page={cursors.length}
          pageCount={pageCount}
          total={list.data.total}
          onPageChange={goTo}
        />
      )}
    </>
  )
}

function FilteredTable({ list: { certificates, altered } }: { list: CertificateList }) {
  const [filter, setFilter] = useState('')
  const shown = certificates.filter((certificate) => matches(certificate, filter))
  // Certificates that cannot be shown are never filtered out, so that they are not overlooked.
  const rows = [...shown, ...altered].toSorted((a, b) => b.index - a.index)
  return (
    <div className="space-y-4">
      {certificates.length > 1 && (
        <Field label={t('Filter this page by title or file name')} className="max-w-sm">
          <Input
            type="search"
            leading={<Search aria-hidden="true" />}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        </Field>
      )}
      <CertificateTable rows={rows} />
      {filter !== '' && shown.length === 0 && (
        <p className="text-ink-muted" role="status">
          {t('Nothing on this page matches “{words}”. Other pages are not searched.', {
            words: filter,
          })}
        </p>
      )}
    </div>
  )
}

function CertificateTable({ rows }: { rows: (Certificate | AlteredCertificate)[] }) {
  const state = useLiveHeads()
  const heads = 'heads' in state ? state.heads : null
  return (
    <Table caption={t('Your certificates')}>
      <TableHead>
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

function ShownRow({ certificate, heads }: { certificate: Certificate; heads: Heads | null }) {
  const { title, fileName, shareLink, index, revokedBy, certifiedAt } = certificate
  return (
    <TableRow>
      <TableCell className="min-w-40 sm:min-w-48 max-sm:max-w-44">
        <Link
          to={`/share/${shareLink}`}
          className="font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {title}
        </Link>
        <span className="block max-w-sm truncate text-ink-faint">{fileName}</span>
      </TableCell>
      <TableCell>
        <StateBadge index={index} revokedBy={revokedBy} heads={heads} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted">
        <Timestamp time={certifiedAt} />
      </TableCell>
      <TableCell align="end">{index}</TableCell>
    </TableRow>
  )
}

/** Shown instead of a certificate that does not match its entry: none of its stored data is shown. */
function AlteredRow({ index }: { index: number }) {
  return (
    <TableRow>
      <TableCell className="min-w-48">
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
      <TableCell className="text-ink-muted">{t('Not shown')}</TableCell>
      <TableCell align="end">{index}</TableCell>
    </TableRow>
  )
}

function LoadingRows() {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{t('Loading your certificates')}</span>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-14 w-full rounded-lg" />
      ))}
    </div>
  )
}

function NoCertificates() {
  return (
    <EmptyState
      icon={<FileCheck2 />}
      title={t('No certificates yet')}
      action={
        <Button asChild variant="primary">
          <Link to="/certify">{t('Certify your first document')}</Link>
        </Button>
      }
    >
      {t('Every file you certify appears here with its own page.')}
    </EmptyState>
  )
}

function matches({ title, fileName }: Certificate, filter: string): boolean {
  return `${title}\n${fileName}`.toLocaleLowerCase().includes(filter.trim().toLocaleLowerCase())
}

function pagesIn({ total, certificates, altered }: CertificateList): number {
  return Math.ceil(total / Math.max(1, certificates.length + altered.length))
}
