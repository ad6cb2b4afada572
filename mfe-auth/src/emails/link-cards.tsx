import type { EmailLink, EmailLinkKind } from '@inkproof/protocol/emails'
import { useSession } from '@inkproof/slice'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { Skeleton } from '@inkproof/ui/skeleton'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { FormError } from '../forms/form-error.tsx'
import { useAct } from '../forms/use-act.ts'
import type { LinkCardProps } from '../user-profile/link-card.ts'
import { linkWords } from './link-words.ts'
import { type LinkView, useEmailLink } from './use-email-link.ts'

export function ConfirmEmailCard(props: LinkCardProps) {
  return <LinkCard kind="confirm-email" {...props} />
}

export function ChangeEmailCard(props: LinkCardProps) {
  return <LinkCard kind="change-email" {...props} />
}

export function UndoEmailCard(props: LinkCardProps) {
  return <LinkCard kind="undo-email" {...props} />
}

/** What a mailed link is for; it does that at the press of a button, so no scanner of mails can. */
function LinkCard({ kind, secret, onDone }: LinkCardProps & { kind: EmailLinkKind }) {
  const { view, use, lookAgain } = useEmailLink(kind, secret)
  if (view.step === 'looking') {
    return (
      <div role="status" aria-label="Looking at the link">
        <Skeleton className="h-56 w-full rounded-xl" />
      </div>
    )
  }
  if (view.step === 'refused')
    return <Refused kind={kind} view={view} onRetry={lookAgain} onDone={onDone} />
  if (view.step === 'done') return <Done link={view.link} onDone={onDone} />
  return <Offer link={view.link} onUse={use} onDone={onDone} />
}

type OfferProps = { link: EmailLink; onUse: () => Promise<void>; onDone: () => void }

function Offer({ link, onUse, onDone }: OfferProps) {
  const { title, says, button } = linkWords(link)
  const { busy, error, run } = useAct()
  const isSignedOut = useSession((session) => session.status === 'signed-out')
  const asksFirst = isSignedOut && link.kind !== 'undo-email'
  return (
    <Card padding="lg">
      <CardHeader title={title} description={<span className="break-words">{says(link)}</span>} />
      <div className="space-y-5">
        <FormError error={error} />
        {asksFirst && (
          <p className="text-ink-muted text-sm">
            You sign in to your account first, so that nobody else’s gets your address.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={busy !== null} onClick={() => void run('use', onUse)}>
            {button}
          </Button>
          <Button variant="ghost" disabled={busy !== null} onClick={onDone}>
            Not now
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Done({ link, onDone }: { link: EmailLink; onDone: () => void }) {
  const { doneTitle, doneSays } = linkWords(link)
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone; without this the focus would be nowhere.
  useEffect(() => place.current?.focus(), [])
  return (
    <Card padding="lg" ref={place} tabIndex={-1} role="status">
      <CircleCheck className="mb-4 size-7 text-success" aria-hidden="true" />
      <CardHeader title={doneTitle} description={doneSays(link)} />
      <div className="flex flex-wrap gap-2">
        {link.kind === 'undo-email' ? (
          <Button asChild variant="primary">
            <Link to="/reset-password">Choose a new password</Link>
          </Button>
        ) : (
          <Button variant="primary" onClick={onDone}>
            Go to your settings
          </Button>
        )}
      </div>
    </Card>
  )
}

type RefusedProps = {
  kind: EmailLinkKind
  view: Extract<LinkView, { step: 'refused' }>
  onRetry: () => void
  onDone: () => void
}

function Refused({ kind, view: { reason, mayRetry, isUsed }, onRetry, onDone }: RefusedProps) {
  const confirmed = useSession(({ user }) => (user?.emailConfirmed ? user.email : null))
  if (kind === 'confirm-email' && isUsed && confirmed !== null)
    return <ConfirmedAlready email={confirmed} onDone={onDone} />
  return (
    <Card padding="lg">
      <CardHeader
        title={mayRetry ? 'The link could not be looked at' : 'This link does nothing any more'}
        description={reason}
      />
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

/** The address is named: the link may have been that of another account. */
function ConfirmedAlready({ email, onDone }: { email: string; onDone: () => void }) {
  return (
    <Card padding="lg">
      <CircleCheck className="mb-4 size-7 text-success" aria-hidden="true" />
      <CardHeader
        title="Your address is confirmed already"
        description={<span className="break-words">There is nothing left to do for {email}.</span>}
      />
      <Button variant="primary" onClick={onDone}>
        Go to your settings
      </Button>
    </Card>
  )
}
