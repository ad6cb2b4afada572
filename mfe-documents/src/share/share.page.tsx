import { t } from '@inkproof/texts/text'
import '../full.css'
import { showShared } from '@inkproof/protocol/calls/shares'
import { RequestError } from '@inkproof/slice'
import { Included, RetainedFirstScreen, useFirstScreen } from '@inkproof/slice-parts/first-screen'
import { queryOf } from '@inkproof/slice-parts/personal-query'
import { Badge } from '@inkproof/ui/badge'
import { Button } from '@inkproof/ui/button'
import { ErrorState } from '@inkproof/ui/error-state'
import { Page } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { errorMessage } from '../certificates/error-message.ts'
import { useLiveHeads } from '../heads/use-heads.ts'
import { CertificatePage } from './certificate-page.tsx'
import { HeadingCard } from './certificate-sheet.tsx'
import { CopyDropZone } from './check-copy.tsx'
import { ACTIONS, COLUMNS } from './columns.ts'
import { Downloads } from './downloads.tsx'

export function Component() {
  const { shareLink = '' } = useParams()
  const certificate = useQuery({
    ...queryOf(showShared, { params: { shareLink } }),
    refetchOnMount: 'always',
  })
  const heads = useLiveHeads()
  const hasWaited = useHasWaited(certificate.data !== undefined)
  const firstScreen = useFirstScreen()
  const isReady = heads.status !== 'loading' || hasWaited
  // Deferred: the page is rendered in short tasks, while the first screen or the placeholder stays.
  const shown = useDeferredValue(isReady ? certificate.data : undefined)
  const isLoading = shown === undefined && !certificate.isError
  if (isLoading && firstScreen !== null) return <RetainedFirstScreen element={firstScreen} />
  return (
    <Page>
      {isLoading && <Loading />}
      {certificate.isError && (
        <LoadFailure
          error={certificate.error}
          isBusy={certificate.isFetching}
          onRetry={() => void certificate.refetch()}
        />
      )}
      {shown && <CertificatePage certificate={shown} state={heads} />}
    </Page>
  )
}

/** How long a loaded certificate waits for the state of the record. A later state shifts the page. */
const HEADS_TIMEOUT_MS = 1000

/** True once {@link HEADS_TIMEOUT_MS} have passed since the condition became true. */
function useHasWaited(isWaiting: boolean): boolean {
  const [hasWaited, setHasWaited] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setHasWaited(true), HEADS_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return hasWaited
}

/** The parts that the first screen shows do not depend on these fields. */
const UNKNOWN = { shareLink: '', fileName: '', index: 0 }

/**
 * What the page shows before any script has run: the gateway includes title and note. Nothing on it depends on the state
 * of the certificate, which is not known yet. If there is no such certificate, only placeholders are shown.
 */
export function FirstScreen() {
  return (
    <Page>
      <div className={`group/first ${COLUMNS}`}>
        <HeadingCard badge={<Badge>{t('Loading the state…')}</Badge>}>
          <Included address="/beginnings/share" fallback={<Unknown />} />
        </HeadingCard>
        <section className="space-y-4">
          <Skeleton className="h-44 w-full rounded-2xl sm:h-36" />
          <div className={KNOWN}>
            <CopyDropZone hasCopy={false} onFiles={ignore} />
          </div>
        </section>
        <aside className={`${ACTIONS} ${KNOWN}`}>
          <Downloads certificate={UNKNOWN} heads={null} />
        </aside>
      </div>
    </Page>
  )
}

const KNOWN = 'group-has-[[data-unknown]]/first:hidden'

function Unknown() {
  return (
    <div data-unknown="">
      <Skeleton className="h-9 w-2/3" />
    </div>
  )
}

function ignore() {}

function Loading() {
  return (
    <div role="status" className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <span className="sr-only">{t('Loading the certificate')}</span>
      <Skeleton className="h-112 w-full rounded-2xl" />
      <Skeleton className="h-112 w-full rounded-xl" />
    </div>
  )
}

type LoadFailureProps = { error: Error; isBusy: boolean; onRetry: () => void }

function LoadFailure({ error, isBusy, onRetry }: LoadFailureProps) {
  const isUnknown = error instanceof RequestError && error.status === 404
  return (
    <>
      <h1 className="mb-6 font-medium text-3xl text-ink tracking-tighter">
        {isUnknown ? t('Certificate not found') : t('The certificate could not be loaded')}
      </h1>
      <ErrorState
        title={isUnknown ? t('Check the link') : t('The certificate itself is not affected')}
        {...(!isUnknown && { onRetry })}
        busy={isBusy}
        actions={
          <Button asChild size="sm">
            <Link to="/verify">{t('Verify a file instead')}</Link>
          </Button>
        }
      >
        {errorMessage(error)}
      </ErrorState>
    </>
  )
}
