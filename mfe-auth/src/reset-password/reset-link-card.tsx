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
import type { Look, Refusal } from '../links/use-link-check.ts'
import { NewPasswordCard } from './new-password-card.tsx'
import { checkReset } from './reset.api.ts'
import { useSignInAndGo } from './use-sign-in-and-go.ts'

/** The card of a reset link. Dismissing it shows the form for requesting a new one. */
export function ResetLinkCard(props: LinkCardProps) {
  return (
    <MailedLinkCard<ResetLink>
      {...props}
      look={checkReset}
      refused={(refusal) => <Refused refusal={refusal} onAsk={props.onDone} />}
    >
      {(link, refuse) => <Offered link={link} refuse={refuse} secret={props.secret} />}
    </MailedLinkCard>
  )
}

type OfferedProps = { link: ResetLink; secret: string; refuse: Look<ResetLink>['refuse'] }

function Offered({ link: { email }, secret, refuse }: OfferedProps) {
  const [isDone, setDone] = useState(false)
  if (isDone) return <Done email={email} />
  return (
    <NewPasswordCard
      secret={secret}
      email={email}
      handleLinkError={refuse}
      onDone={() => setDone(true)}
    />
  )
}

const TITLES: Readonly<Record<string, string>> = {
  LINK_USED: t('This link was already used'),
  LINK_EXPIRED: t('This link has expired'),
  LINK_UNKNOWN: t('This link is incomplete'),
}

function Refused({ refusal: { code, reason }, onAsk }: { refusal: Refusal; onAsk: () => void }) {
  const signIn = useSignInAndGo()
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
        <Button variant="primary" onClick={onAsk}>
          {t('Request a new link')}
        </Button>
        <Button onClick={() => void signIn()}>{t('Sign In')}</Button>
      </div>
    </Card>
  )
}

function Done({ email }: { email: string }) {
  const place = useFocusOnMount<HTMLDivElement>()
  const signIn = useSignInAndGo()
  const isSignedIn = useSession(({ status }) => status === 'signed-in')
  return (
    <Card padding="lg" role="status" ref={place} tabIndex={-1}>
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
          <Link to={DASHBOARD_PATH}>{t('Go to your documents')}</Link>
        </Button>
      ) : (
        <Button variant="primary" onClick={() => void signIn(email)}>
          {t('Sign In')}
        </Button>
      )}
    </Card>
  )
}
