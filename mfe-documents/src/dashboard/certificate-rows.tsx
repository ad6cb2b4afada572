import { listCertificates } from '@inkproof/protocol/calls/certificates'
import type { Certificate, CertificateList } from '@inkproof/protocol/certificates'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { EmptyState } from '@inkproof/ui/empty-state'
import { ErrorState } from '@inkproof/ui/error-state'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Pagination } from '@inkproof/ui/pagination'
import { Skeleton } from '@inkproof/ui/skeleton'
import { FileCheck2, Search } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { errorMessage } from '../certificates/error-message.ts'
import { CertificateTable } from './certificate-table.tsx'

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
