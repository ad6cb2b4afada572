import type { InvitationView } from '@inkproof/protocol/workspaces'
import { RequestError } from '@inkproof/slice'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { formatDate } from '@inkproof/ui/format'
import { Skeleton } from '@inkproof/ui/skeleton'
import { type ReactNode, useEffect, useState } from 'react'
import type { LinkCardProps } from '../user-profile/link-card.ts'
import { InvitationAnswer, type InvitationProps } from './invitation-answer.tsx'
import { roleLabel, roleMay } from './role-words.ts'
import { lookAtInvitation } from './workspaces.api.ts'

type Looked =
  | { step: 'looking' }
  | { step: 'gone'; reason: string; mayRetry: boolean }
  | { step: 'open'; invitation: InvitationView }

/** What a mailed invitation offers, before anybody has to sign in. */
export function Component(link: LinkCardProps) {
  const [round, setRound] = useState(0)
  return <Looking key={round} {...link} onRetry={() => setRound(round + 1)} />
}

type LookingProps = LinkCardProps & { onRetry: () => void }

function Looking({ secret, onDone, onRetry }: LookingProps) {
  const looked = useLook(secret)
  if (looked.step === 'open') {
    return <Offer invitation={looked.invitation} secret={secret} onDone={onDone} />
  }
  if (looked.step === 'gone') return <Gone {...looked} onRetry={onRetry} onDone={onDone} />
  return (
    <div role="status" aria-label="Looking at the invitation">
      <Skeleton className="h-64 w-full rounded-xl" />
    </div>
  )
}

function useLook(secret: string): Looked {
  const [looked, setLooked] = useState<Looked>({ step: 'looking' })
  useEffect(() => {
    let isWanted = true
    lookAtInvitation(secret).then(
      (invitation) => isWanted && setLooked({ step: 'open', invitation }),
      (error: unknown) => isWanted && setLooked(goneBecause(error)),
    )
    return () => {
      isWanted = false
    }
  }, [secret])
  return looked
}

function goneBecause(error: unknown): Looked {
  const isRefused = error instanceof RequestError && error.status < 500 && error.status !== 429
  const reason = error instanceof RequestError ? error.sentence : 'Nothing answered.'
  return { step: 'gone', reason, mayRetry: !isRefused }
}

type GoneProps = { reason: string; mayRetry: boolean; onRetry: () => void; onDone: () => void }

function Gone({ reason, mayRetry, onRetry, onDone }: GoneProps) {
  return (
    <Card padding="lg" className="space-y-5">
      <CardHeader
        title={mayRetry ? 'The invitation could not be looked at' : 'This invitation is not open'}
        description={reason}
      />
      {!mayRetry && (
        <p className="text-ink-muted text-sm">
          If you still want to join, ask the person who invited you to send a new one.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {mayRetry && (
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button onClick={onDone}>Go to your settings</Button>
      </div>
    </Card>
  )
}

function Offer(props: InvitationProps) {
  const { workspace, inviter, role, email, expiresAt } = props.invitation
  return (
    <Card padding="lg">
      <p className="mb-2 font-medium text-2xs text-ink-faint uppercase tracking-engraved">
        Invitation
      </p>
      <CardHeader title={`Join ${workspace}`} description={`${inviter} invites you.`} />
      <dl className="mb-6 divide-y divide-line border-line border-y text-sm">
        <Fact name="Your role">
          {roleLabel(role)}: {roleMay(role)}
        </Fact>
        <Fact name="Sent to">{email}</Fact>
        <Fact name="Open until">{formatDate(expiresAt)}</Fact>
      </dl>
      <InvitationAnswer {...props} />
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 break-words text-ink">{children}</dd>
    </div>
  )
}
