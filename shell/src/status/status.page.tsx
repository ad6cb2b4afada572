import type { BrowserReportCounts } from '@inkproof/protocol/browser-reports'
import { useTitle } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Page, PageHeader, Section } from '@inkproof/ui/page'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRegistry } from '../slices/registry.ts'
import {
  checkFiles,
  checkService,
  type PartHealth,
  type ReleasedPart,
  releasedShell,
  SERVICES,
} from './check.ts'
import { PartCard, PartSkeleton } from './part-card.tsx'
import { fetchReports, reportsOf } from './reports.ts'
import { VisitorReports } from './visitor-reports.tsx'

/** The current health of every service and part of the website, and what browsers of visitors reported. */
export function Component() {
  const slices = useRegistry((registry) => registry.slices)
  const website = [releasedShell(), ...slices]
  const services = useQuery({ queryKey: ['status', 'services'], queryFn: checkServices, ...FRESH })
  const parts = useQuery({
    queryKey: ['status', 'website', website.map((part) => part.version)],
    queryFn: () => checkWebsite(website),
    ...FRESH,
  })
  const reports = useQuery({ queryKey: ['status', 'reports'], queryFn: fetchReports, ...FRESH })
  const queries = [services, parts, reports]
  const isBusy = queries.some((query) => query.isFetching)
  const health = [...(services.data ?? []), ...(parts.data ?? [])]
  useTitle(t('Status'))

  return (
    <Page>
      <PageHeader
        eyebrow={t('This installation')}
        title={<Summary parts={health} isBusy={isBusy} />}
        lead={t('The current status of every service and every part of the website.')}
        actions={
          <Button busy={isBusy} onClick={() => queries.forEach((query) => void query.refetch())}>
            {t('Check again')}
          </Button>
        }
      />
      <Section title={t('Services')}>
        <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
          <Cards count={SERVICES.length} parts={services.data} />
        </ul>
      </Section>
      <WebsiteSection website={website} parts={parts.data} reports={reports} />
    </Page>
  )
}

type WebsiteSectionProps = {
  website: ReleasedPart[]
  parts: PartHealth[] | undefined
  reports: UseQueryResult<BrowserReportCounts>
}

function WebsiteSection({ website, parts, reports }: WebsiteSectionProps) {
  function reportsAbout(part: ReleasedPart | undefined) {
    if (reports.isPending) return 'loading'
    return reports.isSuccess && part ? reportsOf(reports.data, part) : 'failed'
  }
  return (
    <Section
      title={t('Website')}
      description={t(
        'Visitors’ browsers send anonymous statistics about each part. They contain no personal data.',
      )}
    >
      <ul className="grid gap-4 md:grid-cols-2">
        <Cards
          count={website.length}
          parts={parts}
          more={(index) => <VisitorReports reports={reportsAbout(website[index])} />}
        />
      </ul>
    </Section>
  )
}

const FRESH = { staleTime: 0, gcTime: 0 }

function checkServices() {
  return Promise.all(SERVICES.map(checkService))
}

function checkWebsite(parts: ReleasedPart[]) {
  return Promise.all(parts.map(checkFiles))
}

function Summary({ parts, isBusy }: { parts: PartHealth[]; isBusy: boolean }) {
  const broken = parts.filter((part) => !part.isReady).length
  const text =
    broken === 0
      ? t('All systems operational')
      : t('{broken} of {total} components need attention', { broken, total: parts.length })
  return <span aria-live="polite">{isBusy ? t('Checking…') : text}</span>
}

type CardsProps = {
  count: number
  parts: PartHealth[] | undefined
  /** What to show below the health of a part. */
  more?: (index: number) => ReactNode
}

function Cards({ count, parts, more }: CardsProps) {
  const skeletonKeys = Array.from({ length: count }, (_, index) => `part-${index}`)
  if (parts === undefined) return skeletonKeys.map((key) => <PartSkeleton key={key} />)
  return parts.map((part, index) => (
    <PartCard key={part.name} part={part}>
      {more?.(index)}
    </PartCard>
  ))
}
