import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Section } from '@inkproof/ui/page'
import { Skeleton } from '@inkproof/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { StoredTrial } from '../drafts/browser-db.ts'
import { findTrial } from '../drafts/drafts.db.ts'
import { accountIdOf } from '../session/current-account.ts'
import { CheckFailure } from './check-failure.tsx'
import { useCode } from './use-code.ts'

type Props = { certificate: SharedCertificate }

/** For documents created on the page: verifies the same sentence with one letter changed. */
export function CompareChangedCopy({ certificate }: Props) {
  const { fingerprint } = certificate
  const accountId = useSession(accountIdOf)
  const trial = useQuery({
    queryKey: ['made', accountId, fingerprint],
    queryFn: () => findTrial(fingerprint, accountId ?? null),
    enabled: accountId !== undefined,
  })
  const [isChanged, setChanged] = useState(false)
  if (trial.data == null) return null
  return (
    <Section
      title={t('Try to fool it')}
      description={t('You created this document here. Change one letter and verify both versions.')}
      ruled
      actions={
        !isChanged && (
          <Button onClick={() => setChanged(true)}>
            <Pencil aria-hidden="true" /> {t('Change one letter')}
          </Button>
        )
      }
    >
      {isChanged && <ChangedCopies certificate={certificate} trial={trial.data} />}
    </Section>
  )
}

function ChangedCopies(props: Props & { trial: StoredTrial }) {
  const code = useCode(
    'comparison',
    () => import(/* webpackChunkName: "copies" */ './comparison.tsx'),
  )
  if (code.isError) {
    return <CheckFailure error={code.error} onRetry={() => void code.refetch()} />
  }
  if (code.isPending) return <Skeleton className="h-72 w-full rounded-2xl" />
  return <code.data.Comparison {...props} />
}
