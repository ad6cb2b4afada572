import { showVerification } from '@inkproof/protocol/calls/verification'
import { Slot } from '@inkproof/slice'
import { queryOf, usePersonalQuery } from '@inkproof/slice-parts/personal-query'
import { t } from '@inkproof/texts/text'
import { Alert } from '@inkproof/ui/alert'
import { Button } from '@inkproof/ui/button'
import { TextLink } from '@inkproof/ui/link'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useCertifyClick } from './use-certify-click.ts'
import {
  clearWaitingCertification,
  useWaitingCertification,
  type WaitingCertification,
} from './waiting-certification.store.ts'

/** The address may be confirmed in another tab or on another device. */
const POLL_INTERVAL_MS = 3_000

/** Asks the user to verify the account, if the service has refused to certify files without that, and then continues. */
export function VerificationNotice() {
  const waiting = useWaitingCertification()
  return waiting === null ? null : <Notice waiting={waiting} />
}

function Notice({ waiting: { ids, sinceMs } }: { waiting: WaitingCertification }) {
  const certify = useCertifyClick()
  const { data, dataUpdatedAt } = usePersonalQuery(queryOf(showVerification), {
    refetchInterval: POLL_INTERVAL_MS,
  })
  // An older response does not count: the service has refused the files since.
  const isVerified = data?.isVerified === true && dataUpdatedAt > sinceMs
  // biome-ignore lint/correctness/useExhaustiveDependencies: continues once.
  useEffect(() => {
    if (isVerified) certify(ids)
  }, [isVerified])
  return (
    <section className="flex flex-col gap-4">
      <Alert tone="warning" title={t('Verify your account to continue')}>
        {t(
          'Certificates are permanent, so we verify each account once. Your files stay here, and certification continues automatically afterwards.',
        )}
      </Alert>
      <Slot
        name="person-verification"
        fallback={<Skeleton className="h-28 w-full rounded-lg" />}
        failed={() => <OpenSettings />}
      />
      <Button variant="ghost" size="sm" wide onClick={clearWaitingCertification}>
        {t('Not now')}
      </Button>
    </section>
  )
}

/** Shown if the account's own verification cannot be shown here. */
function OpenSettings() {
  return (
    <p className="text-sm">
      <TextLink asChild>
        <Link to="/user-profile#email">{t('Confirm your e-mail address in the settings')}</Link>
      </TextLink>
    </p>
  )
}
