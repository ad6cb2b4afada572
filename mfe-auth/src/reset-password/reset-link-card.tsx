import type { ResetLink } from '@inkproof/protocol/emails'
import { useSession } from '@inkproof/slice'
import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Card, CardHeader } from '@inkproof/ui/card'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useFocusOnMount } from '../forms/use-focus.ts'
import { DASHBOARD_PATH } from '../links/dashboard-path.ts'
import { type LinkCardProps, MailedLinkCard } from '../links/mailed-link-card.tsx'
import type { LinkCheck, LinkRejection } from '../links/use-link-check.ts'
import { NewPasswordCard } from './new-password-card.tsx'
import { checkReset } from './reset.api.ts'
import { useSignInAndOpenDashboard } from './use-sign-in-and-open-dashboard.ts'

/** The card of a reset link. Dismissing it shows the form for requesting a new one. */
export function ResetLinkCard(props: LinkCardProps) {
  return (
    <MailedLinkCard<ResetLink>
      {...props}
      check={checkReset}
      renderRejected={(rejection) => (
        <RejectedLink rejection={rejection} onRequestLink={props.onDone} />
      )}
    >
      {(link, handleLinkError) => (
        <ValidLink link={link} handleLinkError={handleLinkError} secret={props.secret} />
      )}
    </MailedLinkCard>
  )
}

type ValidLinkProps = {
  link: ResetLink
  secret: string
  handleLinkError: LinkCheck<ResetLink>['handleLinkError']
}

function ValidLink({ link: { email }, secret, handleLinkError }: ValidLinkProps) {
  const [isDone, setDone] = useState(false)
  if (isDone) return <Done email={email} />
  return (
    <NewPasswordCard
      secret={secret}
      email={email}
      handleLinkError={handleLinkError}
      onDone={() => setDone(true)}
    />
  )
}

const TITLES: Readonly<Record<string, string>> = {
  LINK_USED: t('This link has already been used'),
  LINK_EXPIRED: t('This link has expired'),
  LINK_UNKNOWN: t('This link is not valid'),
}

function RejectedLink({
  rejection: { code, reason },
  onRequestLink,
}: {
  rejection: LinkRejection
  onRequestLink: () => void
}) {
  const signIn = useSignInAndOpenDashboard()
  return (
    <Card padding="lg" role="alert">
      <CardHeader
        title={TITLES[code ?? ''] ?? t('This link does not work')}
        description={
          code === 'LINK_USED'
            ? t(
                'Sign in with the password you set with this link. If you didn’t use it, request a new link now.',
              )
            : reason
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onRequestLink}>
          {t('Request a new link')}
        </Button>
        <Button onClick={() => void signIn()}>{t('Sign In')}</Button>
      </div>
    </Card>
  )
}

function Done({ email }: { email: string }) {
  const cardRef = useFocusOnMount<HTMLDivElement>()
  const signIn = useSignInAndOpenDashboard()
  const isSignedIn = useSession(({ status }) => status === 'signed-in')
  return (
    <Card padding="lg" role="status" ref={cardRef} tabIndex={-1}>
      <CircleCheck className="mb-4 size-7 text-success" aria-hidden="true" />
      <CardHeader
        title={t('Your password was changed')}
        description={
          isSignedIn
            ? t('You’re signed in here. You’ve been signed out on all other devices.')
            : rich(
                'Sign in as {email} with your new password. You’ve been signed out on all devices.',
                {
                  email: <span className="break-all">{email}</span>,
                },
              )
        }
      />
      {isSignedIn ? (
        <Button asChild variant="primary">
          <Link to={DASHBOARD_PATH}>{t('Go to your dashboard')}</Link>
        </Button>
      ) : (
        <Button variant="primary" onClick={() => void signIn(email)}>
          {t('Sign In')}
        </Button>
      )}
    </Card>
  )
}
