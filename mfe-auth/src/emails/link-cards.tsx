import type { EmailLink, EmailLinkKind } from '@inkproof/protocol/emails'
import { openAuth, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { CircleCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { FormError } from '../forms/form-error.tsx'
import { useActions } from '../forms/use-actions.ts'
import { useFocusOnMount } from '../forms/use-focus.ts'
import { type LinkCardProps, MailedLinkCard } from '../links/mailed-link-card.tsx'
import { removeStoredLink } from '../links/stored-link.ts'
import type { LinkCheck, LinkRejection } from '../links/use-link-check.ts'
import { openAuthFor } from '../sign-in/open-auth-for.ts'
import { applyLink, checkLink } from './emails.api.ts'
import { linkTexts } from './link-texts.ts'
import { clearSession, refreshAddress } from './refresh-session.ts'

export function ConfirmEmailCard(props: LinkCardProps) {
  return <EmailLinkCard kind="confirm-email" {...props} />
}

export function ChangeEmailCard(props: LinkCardProps) {
  return <EmailLinkCard kind="change-email" {...props} />
}

export function UndoEmailCard(props: LinkCardProps) {
  return <EmailLinkCard kind="undo-email" {...props} />
}

/** Shows the purpose of a mailed link. Only a button applies it, so that link scanners cannot. */
function EmailLinkCard({ kind, ...props }: LinkCardProps & { kind: EmailLinkKind }) {
  const check = useCallback((secret: string) => checkLink(kind, secret), [kind])
  const renderRejected = (rejection: LinkRejection) => (
    <RejectedLink kind={kind} rejection={rejection} {...props} />
  )
  return (
    <MailedLinkCard {...props} check={check} renderRejected={renderRejected}>
      {(link, handleLinkError) => (
        <ValidLink link={link} handleLinkError={handleLinkError} {...props} />
      )}
    </MailedLinkCard>
  )
}

type ValidLinkProps = LinkCardProps & {
  link: EmailLink
  handleLinkError: LinkCheck<EmailLink>['handleLinkError']
}

function ValidLink({ link, secret, handleLinkError, onDone }: ValidLinkProps) {
  const [done, setDone] = useState<EmailLink | null>(null)
  if (done !== null) return <Done link={done} onDone={onDone} />

  async function submit() {
    try {
      setDone(await apply(link, secret))
    } catch (error) {
      if (!handleLinkError(error)) throw error
    }
  }
  return <ConfirmCard link={link} onUse={submit} onDone={onDone} />
}

/** Applies the link, if necessary after the user has signed in. Returns null if they close the dialog instead. */
async function apply({ kind, email }: EmailLink, secret: string): Promise<EmailLink | null> {
  // Undoing a change needs no session, because an attacker may have ended the session.
  if (kind !== 'undo-email' && !(await signIn(kind, email))) return null
  const applied = await applyLink(kind, secret)
  removeStoredLink()
  if (kind === 'undo-email') await clearSession()
  else await refreshAddress()
  return applied
}

/** Opens the auth dialog. Prefills the address to confirm. A new address cannot be used to sign in yet. */
function signIn(kind: EmailLinkKind, email: string): Promise<boolean> {
  return kind === 'confirm-email' ? openAuthFor(email) : openAuth()
}

type ConfirmCardProps = { link: EmailLink; onUse: () => Promise<void>; onDone: () => void }

function ConfirmCard({ link, onUse, onDone }: ConfirmCardProps) {
  const { title, description, button } = linkTexts(link)
  const { busy, error, run } = useActions()
  const isSignedOut = useSession((session) => session.status === 'signed-out')
  const needsSignIn = isSignedOut && link.kind !== 'undo-email'
  return (
    <Card padding="lg">
      <CardHeader
        title={title}
        description={<span className="break-words">{description(link)}</span>}
      />
      <div className="space-y-5">
        <FormError error={error} />
        {needsSignIn && (
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
  const { doneTitle, doneDescription } = linkTexts(link)
  const cardRef = useFocusOnMount<HTMLDivElement>()
  return (
    <Card padding="lg" ref={cardRef} tabIndex={-1} role="status">
      <CircleCheck className="mb-4 size-7 text-success" aria-hidden="true" />
      <CardHeader title={doneTitle} description={doneDescription(link)} />
      <div className="flex flex-wrap gap-2">
        {link.kind === 'undo-email' ? (
          <Button asChild variant="primary">
            <Link to="/reset-password">{t('Choose a new password')}</Link>
          </Button>
        ) : (
          <Button variant="primary" onClick={onDone}>
            {t('Done')}
          </Button>
        )}
      </div>
    </Card>
  )
}

type RejectedLinkProps = LinkCardProps & { kind: EmailLinkKind; rejection: LinkRejection }

function RejectedLink({ kind, rejection, onDone, onRejected }: RejectedLinkProps) {
  const { reason, code } = rejection
  useEffect(() => onRejected?.(), [onRejected])
  const confirmedEmail = useSession(({ user }) => (user?.emailConfirmed ? user.email : null))
  if (kind === 'confirm-email' && code === 'LINK_USED' && confirmedEmail !== null)
    return <AlreadyConfirmed email={confirmedEmail} onDone={onDone} />
  return (
    <Card padding="lg" role="alert">
      <CardHeader title={t('This link no longer works')} description={reason} />
      <Button onClick={onDone}>{t('Dismiss')}</Button>
    </Card>
  )
}

/** The address is shown, because the link may belong to another account. */
function AlreadyConfirmed({ email, onDone }: { email: string; onDone: () => void }) {
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
        {t('Dismiss')}
      </Button>
    </Card>
  )
}
