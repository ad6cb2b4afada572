import type { EmailLink, EmailLinkKind } from '@inkproof/protocol/emails'
import { openAuth, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { CircleCheck } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import { FormError } from '../forms/form-error.tsx'
import { useActions } from '../forms/use-actions.ts'
import { useFocusOnMount } from '../forms/use-focus.ts'
import { type LinkCardProps, MailedLinkCard } from '../links/mailed-link-card.tsx'
import { removeStoredLink } from '../links/stored-link.ts'
import type { Look, Refusal } from '../links/use-link-check.ts'
import { openAuthFor } from '../sign-in/open-auth-for.ts'
import { applyLink, checkLink } from './emails.api.ts'
import { linkWords } from './link-words.ts'
import { forgetSession, refreshUser } from './refresh-session.ts'

export function ConfirmEmailCard(props: LinkCardProps) {
  return <EmailLinkCard kind="confirm-email" {...props} />
}

export function ChangeEmailCard(props: LinkCardProps) {
  return <EmailLinkCard kind="change-email" {...props} />
}

export function UndoEmailCard(props: LinkCardProps) {
  return <EmailLinkCard kind="undo-email" {...props} />
}

/** Shows what a mailed link is for; only a button applies it, so that link scanners cannot. */
function EmailLinkCard({ kind, ...props }: LinkCardProps & { kind: EmailLinkKind }) {
  const look = useCallback((secret: string) => checkLink(kind, secret), [kind])
  const refused = (refusal: Refusal) => (
    <Refused kind={kind} refusal={refusal} onDone={props.onDone} />
  )
  return (
    <MailedLinkCard {...props} look={look} refused={refused}>
      {(link, refuse) => <Offered link={link} refuse={refuse} {...props} />}
    </MailedLinkCard>
  )
}

type OfferedProps = LinkCardProps & { link: EmailLink; refuse: Look<EmailLink>['refuse'] }

function Offered({ link, secret, refuse, onDone }: OfferedProps) {
  const [done, setDone] = useState<EmailLink | null>(null)
  if (done !== null) return <Done link={done} onDone={onDone} />

  async function use() {
    try {
      setDone(await apply(link, secret))
    } catch (error) {
      if (!refuse(error)) throw error
    }
  }
  return <Offer link={link} onUse={use} onDone={onDone} />
}

/** Applies the link once the person has signed in; null if they do not. */
async function apply({ kind, email }: EmailLink, secret: string): Promise<EmailLink | null> {
  // Only keeping an address needs no session: a thief may have ended it.
  if (kind !== 'undo-email' && !(await signIn(kind, email))) return null
  const applied = await applyLink(kind, secret)
  removeStoredLink()
  if (kind === 'undo-email') await forgetSession()
  else await refreshUser()
  return applied
}

/** Confirming an address requires signing in with it; a new address cannot be used to sign in yet. */
function signIn(kind: EmailLinkKind, email: string): Promise<boolean> {
  return kind === 'confirm-email' ? openAuthFor(email) : openAuth()
}

type OfferProps = { link: EmailLink; onUse: () => Promise<void>; onDone: () => void }

function Offer({ link, onUse, onDone }: OfferProps) {
  const { title, says, button } = linkWords(link)
  const { busy, error, run } = useActions()
  const isSignedOut = useSession((session) => session.status === 'signed-out')
  const asksFirst = isSignedOut && link.kind !== 'undo-email'
  return (
    <Card padding="lg">
      <CardHeader title={title} description={<span className="break-words">{says(link)}</span>} />
      <div className="space-y-5">
        <FormError error={error} />
        {asksFirst && (
          <p className="text-ink-muted text-sm">
            {t('Sign in first so your address is added to the right account.')}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={busy !== null} onClick={() => void run('use', onUse)}>
            {button}
          </Button>
          <Button variant="ghost" disabled={busy !== null} onClick={onDone}>
            {t('Not now')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Done({ link, onDone }: { link: EmailLink; onDone: () => void }) {
  const { doneTitle, doneSays } = linkWords(link)
  const place = useFocusOnMount<HTMLDivElement>()
  return (
    <Card padding="lg" ref={place} tabIndex={-1} role="status">
      <CircleCheck className="mb-4 size-7 text-success" aria-hidden="true" />
      <CardHeader title={doneTitle} description={doneSays(link)} />
      <div className="flex flex-wrap gap-2">
        {link.kind === 'undo-email' ? (
          <Button asChild variant="primary">
            <Link to="/reset-password">{t('Choose a new password')}</Link>
          </Button>
        ) : (
          <Button variant="primary" onClick={onDone}>
            {t('Go to your settings')}
          </Button>
        )}
      </div>
    </Card>
  )
}

type RefusedProps = { kind: EmailLinkKind; refusal: Refusal; onDone: () => void }

function Refused({ kind, refusal: { reason, code }, onDone }: RefusedProps) {
  const confirmed = useSession(({ user }) => (user?.emailConfirmed ? user.email : null))
  if (kind === 'confirm-email' && code === 'LINK_USED' && confirmed !== null)
    return <ConfirmedAlready email={confirmed} onDone={onDone} />
  return (
    <Card padding="lg" role="alert">
      <CardHeader title={t('This link no longer works')} description={reason} />
      <Button onClick={onDone}>{t('Go to your settings')}</Button>
    </Card>
  )
}

/** The address is shown, because the link may belong to another account. */
function ConfirmedAlready({ email, onDone }: { email: string; onDone: () => void }) {
  return (
    <Card padding="lg">
      <CircleCheck className="mb-4 size-7 text-success" aria-hidden="true" />
      <CardHeader
        title={t('E-mail address already confirmed')}
        description={
          <span className="break-words">
            {t('No further action is needed for {email}.', { email })}
          </span>
        }
      />
      <Button variant="primary" onClick={onDone}>
        {t('Go to your settings')}
      </Button>
    </Card>
  )
}
