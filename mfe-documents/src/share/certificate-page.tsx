import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { useSession, useTitle } from '@inkproof/slice'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import type { HeadsState } from '../heads/heads.store.ts'
import { CertificateFacts, CertificateHeading } from './certificate-sheet.tsx'
import { CheckCopy } from './check-copy.tsx'
import { ACTIONS, COLUMNS } from './columns.ts'
import { CompareChangedCopy } from './compare-changed-copy.tsx'
import { Downloads } from './downloads.tsx'
import { ProgressCard } from './progress-card.tsx'
import { ProofExplanation } from './proof-explanation.tsx'
import { useCode } from './use-code.ts'

type Props = { certificate: SharedCertificate; state: HeadsState }

/** The certificate with what can be done with it. The owner’s tools are loaded only for signed-in users. */
export function CertificatePage({ certificate, state }: Props) {
  const heads = 'heads' in state ? state.heads : null
  const isSignedIn = useSession((session) => session.user !== null)
  const owner = useCode('owner-tools', () => import('./owner-tools.tsx'), isSignedIn)
  useTitle(certificate.title)
  return (
    <>
      <div className={COLUMNS}>
        <CertificateHeading certificate={certificate} heads={heads} />
        <CheckCopy certificate={certificate} heads={heads} />
        <aside className={ACTIONS}>
          <Downloads certificate={certificate} heads={heads} />
          {isSignedIn && owner.data && <owner.data.OwnerTools certificate={certificate} />}
        </aside>
        <CertificateFacts certificate={certificate} />
        <ProgressCard certificate={certificate} state={state} />
      </div>
      <Later>
        <CompareChangedCopy certificate={certificate} />
        <ProofExplanation certificate={certificate} heads={heads} />
      </Later>
    </>
  )
}

/** Renders its children, which are not on the first screen, in a task of their own. */
function Later({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => startTransition(() => setShown(true)), [])
  return isShown && children
}
