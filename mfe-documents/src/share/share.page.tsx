import { t } from '@inkproof/texts/text'
import '../full.css'
import { showShared } from '@inkproof/protocol/calls/shares'
import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { RequestError, useTitle } from '@inkproof/slice'
import { queryOf } from '@inkproof/slice-parts/personal-query'
import { Button } from '@inkproof/ui/button'
import { ErrorState } from '@inkproof/ui/error-state'
import { Page } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { errorMessage } from '../certificates/error-message.ts'
import { useLiveHeads } from '../heads/use-heads.ts'
import { CertificateFacts, CertificateHeading } from './certificate-sheet.tsx'
import { CheckCopy } from './check-copy.tsx'
import { CompareChangedCopy } from './compare-changed-copy.tsx'
import { Downloads } from './downloads.tsx'
import { OwnerTools } from './owner-tools.tsx'
import { ProgressCard } from './progress-card.tsx'
import { ProofExplanation } from './proof-explanation.tsx'

export function Component() {
  const { shareLink = '' } = useParams()
  const certificate = useQuery({
    ...queryOf(showShared, { params: { shareLink } }),
    refetchOnMount: 'always',
  })
  return (
    <Page>
      {certificate.isPending && <Loading />}
      {certificate.isError && (
        <LoadFailure
          error={certificate.error}
          isBusy={certificate.isFetching}
          onRetry={() => void certificate.refetch()}
        />
      )}
      {certificate.data && <CertificatePage certificate={certificate.data} />}
    </Page>
  )
}

function CertificatePage({ certificate }: { certificate: SharedCertificate }) {
  const state = useLiveHeads()
  const heads = 'heads' in state ? state.heads : null
  useTitle(certificate.title)
  return (
    <>
      {/* On a phone, the actions come before the hashes. On a wide screen, they are a column of their own. */}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_auto_auto_auto_1fr] lg:items-start *:min-w-0">
        <CertificateHeading certificate={certificate} heads={heads} />
        <CheckCopy certificate={certificate} heads={heads} />
        <aside className="space-y-6 lg:col-start-2 lg:row-span-5 lg:row-start-1">
          <Downloads certificate={certificate} heads={heads} />
          <OwnerTools certificate={certificate} />
        </aside>
        <CertificateFacts certificate={certificate} />
        <ProgressCard certificate={certificate} state={state} />
      </div>
      <CompareChangedCopy certificate={certificate} />
      <ProofExplanation certificate={certificate} heads={heads} />
    </>
  )
}

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
