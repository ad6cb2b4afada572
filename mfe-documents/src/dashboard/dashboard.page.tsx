import { t } from '@inkproof/texts/text'
import '../full.css'
import { openAuth, Slot, useSession } from '@inkproof/slice'
import { useSignInFirst } from '@inkproof/slice-parts/use-sign-in-first'
import { Button } from '@inkproof/ui/button'
import { EmptyState } from '@inkproof/ui/empty-state'
import { Page, PageHeader, Section } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { LockKeyhole } from 'lucide-react'
import { Link } from 'react-router-dom'
import { WorkspaceLine } from '../session/workspace-line.tsx'
import { CertificateRows } from './certificate-rows.tsx'

export function Component() {
  useSignInFirst()
  const status = useSession((session) => session.status)
  const workspaceId = useSession((session) => session.user?.workspaceId)
  return (
    <Page width="full">
      <PageHeader
        title={t('Dashboard')}
        actions={
          <Button asChild variant="primary">
            <Link to="/certify">{t('Certify a document')}</Link>
          </Button>
        }
      />
      <div className="mb-5 empty:hidden">
        <WorkspaceLine />
      </div>
      {status === 'loading' && <Skeleton className="h-72 w-full rounded-xl" />}
      {status === 'signed-out' && <SignedOut />}
      {workspaceId !== undefined && (
        <>
          <PendingRequests />
          <Section
            title={t('Your certificates')}
            description={t('Newest first. Each status comes from the public record.')}
          >
            <CertificateRows key={workspaceId} workspaceId={workspaceId} />
          </Section>
        </>
      )}
      <p className="mt-10 text-ink-faint text-sm">
        {t('Coming soon: activity, charts and exports.')}
      </p>
    </Page>
  )
}

/** The signing requests that wait for the user or for others, which the signing slice shows. */
function PendingRequests() {
  return (
    <div>
      <Slot
        name="dashboard-section"
        fallback={<Skeleton className="h-6 w-full max-w-sm" />}
        failed={(retry) => (
          <p role="alert" className="flex flex-wrap items-center gap-3 text-ink-muted">
            {t('Signing requests cannot be shown right now.')}
            <Button size="sm" onClick={retry}>
              {t('Try again')}
            </Button>
          </p>
        )}
      />
    </div>
  )
}

/** Shown after the user closed the sign-in dialog or signed out on this page. */
function SignedOut() {
  return (
    <EmptyState
      icon={<LockKeyhole />}
      title={t('Sign in to see your certificates')}
      action={
        <Button variant="primary" onClick={() => void openAuth()}>
          {t('Sign in')}
        </Button>
      }
    >
      {t(
        'Certificates belong to the workspaces of your account. You don’t need an account to verify documents.',
      )}
    </EmptyState>
  )
}
