import { type PublishedSlice, useTitle } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Page, PageHeader, Section } from '@inkproof/ui/page'
import { useQuery } from '@tanstack/react-query'
import { useRegistry } from '../slices/registry.ts'
import { checkService, checkSlice, type PartHealth, SERVICES } from './check.ts'
import { PartCard, PartSkeleton } from './part-card.tsx'

/** The current health of every service and slice of this installation. */
export function Component() {
  const slices = useRegistry((registry) => registry.slices)
  const services = useQuery({ queryKey: ['status', 'services'], queryFn: checkServices, ...FRESH })
  const parts = useQuery({
    queryKey: ['status', 'slices', slices.map((slice) => slice.version)],
    queryFn: () => checkSlices(slices),
    ...FRESH,
  })
  const isBusy = services.isFetching || parts.isFetching
  useTitle(t('Status'))

  function checkAgain() {
    void services.refetch()
    void parts.refetch()
  }
  return (
    <Page>
      <PageHeader
        eyebrow={t('This installation')}
        title={
          <Summary parts={[...(services.data ?? []), ...(parts.data ?? [])]} isBusy={isBusy} />
        }
        lead={t('The current status of every service and every part of the website.')}
        actions={
          <Button busy={isBusy} onClick={checkAgain}>
            {t('Check again')}
          </Button>
        }
      />
      <PartSection title={t('Services')} count={SERVICES.length} parts={services.data} />
      <PartSection title={t('Website')} count={slices.length} parts={parts.data} />
    </Page>
  )
}

const FRESH = { staleTime: 0, gcTime: 0 }

function checkServices() {
  return Promise.all(SERVICES.map(checkService))
}

function checkSlices(slices: PublishedSlice[]) {
  return Promise.all(slices.map(checkSlice))
}

function Summary({ parts, isBusy }: { parts: PartHealth[]; isBusy: boolean }) {
  const broken = parts.filter((part) => !part.isReady).length
  const text =
    broken === 0
      ? t('All systems operational')
      : t('{broken} of {total} components need attention', { broken, total: parts.length })
  return <span aria-live="polite">{isBusy ? t('Checking…') : text}</span>
}

type PartSectionProps = { title: string; count: number; parts: PartHealth[] | undefined }

function PartSection({ title, count, parts }: PartSectionProps) {
  const skeletonKeys = Array.from({ length: count }, (_, index) => `${title}-${index}`)
  return (
    <Section title={title}>
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {parts
          ? parts.map((part) => <PartCard key={part.name} part={part} />)
          : skeletonKeys.map((key) => <PartSkeleton key={key} />)}
      </ul>
    </Section>
  )
}
